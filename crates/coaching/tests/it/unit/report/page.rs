//! Tests of `report::page`.

mod style;

use temperament_coaching::report::page::*;

#[test]
fn json_cannot_leave_its_element() {
    let json = serde_json::to_string("</script><!-- & ]]>").unwrap();
    let inside = json_in_html(&json);
    assert!(!inside.contains(['<', '>', '&']), "{inside}");
    assert_eq!(serde_json::from_str::<String>(&inside).unwrap(), "</script><!-- & ]]>");
}
