//! Checks of the HTML pages that the program writes.

/// HTML elements without an end tag.
const VOID: [&str; 3] = ["br", "meta", "wbr"];

/// Returns the tags of a page in order. Panics if one is not closed or an attribute is not quoted.
fn tags(page: &str) -> Vec<String> {
    let (mut open, mut tags) = (Vec::new(), Vec::new());
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a doctype");
    while let Some((text, after)) = rest.split_once('<') {
        assert!(!text.contains('>'), "{text}");
        let (tag, after) = after.split_once('>').expect("the end of the tag");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert_eq!(tag.matches("=\"").count() * 2, tag.matches('"').count(), "{tag}");
        let name = tag.split([' ', '/']).next().unwrap().to_owned();
        tags.push(tag.to_owned());
        if matches!(name.as_str(), "script" | "style") {
            let end = format!("</{name}>");
            rest = rest.split_once(&end).expect("the end tag").1;
        } else if !tag.ends_with('/') && !VOID.contains(&name.as_str()) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
    tags
}

/// Returns the tags of a page. Panics unless it is well formed, loads nothing external and shows no NaN or infinity.
pub fn self_contained(page: &str) -> Vec<String> {
    let tags = tags(page);
    for foreign in ["link", "img", "iframe", "object", "embed", "base"] {
        let is_it = |tag: &&String| tag.split([' ', '/']).next() == Some(foreign);
        assert_eq!(tags.iter().find(is_it), None);
    }
    for reference in ["http:", "https:", "url(", "@import", "src="] {
        assert!(!page.contains(reference), "{reference}");
    }
    assert!(!page.contains("NaN") && !page.contains("inf "));
    tags
}
