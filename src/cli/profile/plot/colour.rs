//! From blue over white to orange: told apart by everyone who sees at all, and in print by how dark they are.

/// Red, green and blue, 0 to 255 each.
pub(super) type Rgb = [u8; 3];

/// The least.
const LOW: Rgb = [33, 102, 172];
/// The centre.
const MIDDLE: Rgb = [247, 247, 247];
/// The most.
const HIGH: Rgb = [179, 88, 6];
/// Where no piece of the kind can stand.
pub(super) const NOWHERE: Rgb = [204, 204, 204];

/// The colour for a strength from -1 to 1.
pub(super) fn of(strength: f64) -> Rgb {
    let end = if strength < 0.0 { LOW } else { HIGH };
    let part = strength.abs();
    std::array::from_fn(|i| {
        let (from, to) = (f64::from(MIDDLE[i]), f64::from(end[i]));
        (from + (to - from) * part).round() as u8
    })
}

/// Black or white, whichever is easier to read on a colour.
pub(super) fn of_text(background: Rgb) -> Rgb {
    // Contrast as WCAG 2 defines it: (lighter + 0.05) / (darker + 0.05).
    let light = luminance(background) + 0.05;
    match light * light >= 1.05 * 0.05 {
        true => [0, 0, 0],
        false => [255, 255, 255],
    }
}

/// Relative luminance as WCAG 2 defines it, 0 to 1.
fn luminance(colour: Rgb) -> f64 {
    let linear = |c: u8| {
        let c = f64::from(c) / 255.0;
        match c <= 0.04045 {
            true => c / 12.92,
            false => ((c + 0.055) / 1.055).powf(2.4),
        }
    };
    0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2])
}

/// A colour for SVG and HTML.
pub(super) fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_legible_on_every_colour() {
        for step in -100..=100 {
            let background = of(f64::from(step) / 100.0);
            let (a, b) = (luminance(background), luminance(of_text(background)));
            let contrast = (a.max(b) + 0.05) / (a.min(b) + 0.05);
            // What WCAG 2 asks of ordinary text.
            assert!(contrast >= 4.5, "{step}: {contrast}");
        }
        assert_eq!((of(-1.0), of(0.0), of(1.0)), (LOW, MIDDLE, HIGH));
    }
}
