//! Tests of `search::tablebase::prober`.

use temperament_engine::search::tablebase::prober::*;

#[test]
fn the_drive_of_the_current_folder_is_left_out() {
    assert_eq!(without_drive("C:\\tables", "c:\\games"), "\\tables");
    assert_eq!(without_drive("D:\\tables", "C:\\games"), "D:\\tables");
    assert_eq!(without_drive("/tables", "/home"), "/tables");
    assert_eq!(without_drive("C", "C"), "C");
}
