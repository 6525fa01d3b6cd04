//! Tests of `chart`.

mod axis;
mod heat;
mod lines;

use temperament_coaching::chart::*;

#[test]
fn nothing_in_a_text_is_markup() {
    assert_eq!(escape("</script><b title=\"x\">&"), "&lt;/script&gt;&lt;b title=&quot;x&quot;&gt;&amp;");
}
