//! Tests of `options`.

use temperament_uci::options::*;

#[test]
fn a_profile_with_the_name_of_a_keyword_is_not_offered() {
    let profile = find("Profile").unwrap();
    let names = ["Min", "default", "mine", "temperament", "var"].map(str::to_owned);
    assert_eq!(
        profile.line("temperament", &names),
        "option name Profile type combo default temperament var mine var temperament"
    );
}

#[test]
fn every_default_is_a_value_that_may_be_set() {
    for option in OPTIONS {
        let default = match option.kind {
            OptionKind::Check { default, .. } => default.to_string(),
            OptionKind::Spin { default, .. } => default.to_string(),
            OptionKind::String { default, .. } | OptionKind::Combo { default, .. } => default.to_owned(),
            OptionKind::Profiles { .. } | OptionKind::Button { .. } => continue,
        };
        assert!(option.read(Some(&default)).is_ok(), "{}", option.name);
        assert!(option.read(None).is_err(), "{}", option.name);
    }
}

#[test]
fn names_are_unique_without_case() {
    for (i, option) in OPTIONS.iter().enumerate() {
        let found = find(&option.name.to_uppercase()).map(|o| o.name);
        assert_eq!(found, Some(option.name), "option {i}, {}", option.name);
    }
}

#[test]
fn values_outside_the_bounds_are_refused() {
    let hash = find("hash").unwrap();
    for text in ["0", "33554433", "-1", "", "x", "1.5", "99999999999999999999"] {
        assert!(hash.read(Some(text)).is_err(), "{text}");
    }
    assert!(matches!(hash.read(Some("64")), Ok(Change::Spin(_, 64))));
    let empty = find("profilefile").unwrap().read(Some("<EMPTY>"));
    assert!(matches!(empty, Ok(Change::Text(_, text)) if text.is_empty()));
}
