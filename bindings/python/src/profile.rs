//! Profiles: load, evaluate, explain, change, save.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyFileExistsError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde_json::{Value, json};
use temperament_coaching::position::verdict::{standing, white_chances};
use temperament_coaching::position::{Explained, KeyWorth, Pawns, table};
use temperament_engine::eval::evaluate;
use temperament_engine::eval::keys::topic::Topic;
use temperament_engine::profile::child::child_of;
use temperament_engine::profile::diff::{Change, Scalar, What, changes};
use temperament_engine::profile::edit::{Edit, EditError, edit};
use temperament_engine::profile::save::{SaveError, save};
use temperament_engine::profile::{Dependencies, Diagnostic, write};
use temperament_engine::{
    Bitboard, Engine, Entry, Explanation, Format, Library, LoadError, Origin, Overrides, Position, S,
    SidedWeights, Source, Weights,
};

use crate::cancel::Cancel;
use crate::error::{self, PositionError, other};
use crate::features::{self, Column};
use crate::position::position;

/// Name of a text in messages.
const TEXT: &str = "text";
/// Keys that are free text.
const TEXTS: [&str; 5] = ["name", "description", "author", "source", "license"];

/// A compiled profile.
#[pyclass(frozen, module = "temperament._temperament")]
pub struct Profile {
    pub(crate) profile: temperament_engine::Profile,
    pub(crate) sides: SidedWeights,
    /// Where other profiles are found, and the overrides of this one.
    library: Library,
    /// The text without overrides.
    source: Arc<Source>,
    origin: Origin,
    warnings: Vec<Diagnostic>,
    /// Engines that are not searching. Each call takes one, so that threads do not wait for each other.
    engines: Mutex<Vec<Engine>>,
}

impl Profile {
    fn new(library: Library, source: Arc<Source>, origin: Origin) -> Result<Self, LoadError> {
        let (profile, warnings) = library.parse(&source, &origin).map_err(LoadError::Invalid)?;
        let sides = profile.compile_both();
        Ok(Self { profile, sides, library, source, origin, warnings, engines: Mutex::default() })
    }

    /// Weights for the side to move.
    fn weights(&self, position: &Position) -> &Weights {
        self.sides.of(position.stm())
    }

    pub(crate) fn idle_engines(&self) -> MutexGuard<'_, Vec<Engine>> {
        self.engines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The profile that its text describes, without overrides.
    fn without_overrides(&self) -> Result<temperament_engine::Profile, LoadError> {
        let library = self.library.with_tweaks(Overrides::default());
        library.parse(&self.source, &self.origin).map(|(profile, _)| profile).map_err(LoadError::Invalid)
    }

    /// The text of the profile with the values of `changed`: that of a shipped one becomes a child with the differences, and
    /// in any other only the values that differ are replaced.
    fn rewritten(&self, changed: &temperament_engine::Profile) -> Result<String, Unwritten> {
        let library = self.library.with_tweaks(Overrides::default());
        let base = self.without_overrides().map_err(Unwritten::Invalid)?;
        if let Origin::Embedded(_) = self.origin {
            let child = child_of(&library, &base, &base.name, changed, &changed.name, &Origin::Text);
            return child.map_err(Unwritten::Unfit);
        }
        let texts = TEXTS.iter().filter(|key| changed.text(key) != base.text(key));
        let texts =
            texts.map(|key| (key.to_string(), changed.text(key).map(|text| Edit::Text(text.to_owned()))));
        let values = changes(&base.values, &changed.values);
        let values = values.iter().map(|change| (change.entry.key(), edit_to(change, changed)));
        let edits: Vec<_> = texts.chain(values).collect();
        let mut written = (Arc::clone(&self.source), base);
        for (key, to) in edits {
            let unfit = || {
                Unwritten::Unfit(format!(
                    "{key} cannot be changed in this text: complete=True writes a new one"
                ))
            };
            let before = (&written.0, &written.1);
            let to = to.ok_or_else(unfit)?;
            let edited = edit(&library, before, &self.origin, &key, &to, &mut Dependencies::default())?;
            written = (edited.source, edited.profile);
        }
        Ok(written.0.text.clone())
    }

    /// The text with the overrides written into it.
    fn written(&self) -> Result<String, Unwritten> {
        if self.library.tweaks().is_empty() {
            Ok(self.source.text.clone())
        } else {
            self.rewritten(&self.profile)
        }
    }

    /// The keys that the profile gives, and those of rules without values, so that the shares add up.
    fn terms_in_order(&self) -> Vec<Entry> {
        let given = self.profile.valued_entries();
        let is_given = |entry: &Entry| given.iter().any(|other| other.ordinal == entry.ordinal);
        let start = Position::startpos();
        let all = Explained::new(self.sides.neutral(), &start);
        all.keys().map(|key| key.entry).filter(|entry| entry.slot().is_none() || is_given(entry)).collect()
    }

    /// The evaluation from White's point of view, in hundredths of the pawn on the screen.
    fn centipawns(&self, position: &Position) -> i32 {
        let w = self.weights(position);
        (100.0 * w.shown(evaluate(w, position), position)).round() as i32
    }

    /// The same in units of the profile.
    fn units(&self, position: &Position) -> f64 {
        let w = self.weights(position);
        w.units(Explanation::new(w, position).eval())
    }
}

#[pymethods]
impl Profile {
    /// Loads a profile by name or path.
    #[staticmethod]
    fn load(
        py: Python<'_>,
        name_or_path: OsString,
        set: Vec<String>,
        folders: Vec<PathBuf>,
    ) -> PyResult<Self> {
        let loaded = py.detach(|| {
            let library = Library::new(folders).with_tweaks(Overrides::new("set", &set));
            let (source, origin) = library.source(&name_or_path)?;
            Self::new(library, source, origin)
        });
        loaded.map_err(|error| error::profile(py, error))
    }

    /// Reads the text of a profile.
    #[staticmethod]
    fn parse(py: Python<'_>, text: String, is_ron: bool, set: Vec<String>) -> PyResult<Self> {
        let format = if is_ron { Format::Ron } else { Format::Toml };
        let loaded = py.detach(|| {
            let library = Library::new(Vec::new()).with_tweaks(Overrides::new("set", &set));
            let source = Source::from_bytes(TEXT, format, text.into_bytes());
            Self::new(library, source.map_err(|fault| LoadError::Invalid(vec![fault]))?, Origin::Text)
        });
        loaded.map_err(|error| error::profile(py, error))
    }

    /// The same profile with more overrides.
    fn tweak(&self, py: Python<'_>, set: Vec<String>) -> PyResult<Self> {
        let loaded = py.detach(|| {
            let library = self.library.with_tweaks(self.library.tweaks().and(&Overrides::new("tweak", &set)));
            Self::new(library, Arc::clone(&self.source), self.origin.clone())
        });
        loaded.map_err(|error| error::profile(py, error))
    }

    /// The same profile with other values, in units of the profile: columns of [`Profile::columns`] with mg and eg.
    fn with_values(&self, py: Python<'_>, values: Vec<(usize, f64, f64)>) -> PyResult<Self> {
        let mut changed = self.profile.clone();
        let resolution = f64::from(changed.values.resolution());
        for (column, mg, eg) in values {
            let pair =
                changed.values.scores.get_mut(column).ok_or_else(|| other("there is no such column"))?;
            if !(mg.is_finite() && eg.is_finite()) {
                return Err(other(format!("a value is not finite: {mg}, {eg}")));
            }
            // Values out of bounds are refused with the text.
            *pair = [mg, eg].map(|n| (n * resolution).round() as i32);
        }
        let loaded = py.detach(|| {
            let text = self.rewritten(&changed)?;
            let origin = match &self.origin {
                Origin::Embedded(_) => Origin::Text,
                origin => origin.clone(),
            };
            let source = Source::from_bytes(&self.source.file, Format::Toml, text.into_bytes());
            let source = source.map_err(|fault| LoadError::Invalid(vec![fault]));
            let library = self.library.with_tweaks(Overrides::default());
            source.and_then(|source| Self::new(library, source, origin)).map_err(Unwritten::Invalid)
        });
        loaded.map_err(|error| error.raise(py))
    }

    /// The text of the profile: its own with comments, or a new one with all values and without inheritance.
    fn text(&self, py: Python<'_>, is_complete: bool) -> PyResult<String> {
        if is_complete {
            return Ok(write::write(&self.profile, Format::Toml));
        }
        py.detach(|| self.written()).map_err(|error| error.raise(py))
    }

    /// Writes the text into a file.
    fn save(&self, py: Python<'_>, path: PathBuf, text: String, overwrite: bool) -> PyResult<()> {
        let library = self.library.with_tweaks(Overrides::default());
        py.detach(|| save(&library, &path, &text, overwrite)).map(drop).map_err(|error| match error {
            SaveError::Invalid(faults) => error::profile(py, LoadError::Invalid(faults)),
            SaveError::Io(cause) if cause.kind() == io::ErrorKind::AlreadyExists => {
                PyFileExistsError::new_err(format!("{} exists: overwrite=True replaces it", path.display()))
            }
            // The subclass of `OSError` follows from the kind. The text has the name of a temporary file.
            SaveError::Io(cause) => {
                let (kind, path) = (cause.kind(), path.display());
                let reason = match kind {
                    io::ErrorKind::NotFound => "there is no such folder".to_owned(),
                    _ => kind.to_string(),
                };
                io::Error::new(kind, format!("cannot write {path}: {reason}")).into()
            }
        })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.profile.name
    }

    /// Whether the text is in RON.
    #[getter]
    fn is_ron(&self) -> bool {
        self.source.format == Format::Ron
    }

    #[getter]
    fn description(&self) -> Option<&str> {
        self.profile.description.as_deref()
    }

    /// Lines about what is probably unintended.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.warnings.iter().map(ToString::to_string).collect()
    }

    /// Identifies the evaluation: equal numbers evaluate alike.
    #[getter]
    fn id(&self) -> u64 {
        self.sides.id()
    }

    /// The evaluation in hundredths of the pawn on the screen, for White.
    fn evaluate(&self, of: &Bound<'_, PyAny>) -> PyResult<i32> {
        Ok(self.centipawns(&position(of)?))
    }

    /// The same for many positions, or in units of the profile, as 64-bit floats.
    fn evaluate_all<'py>(
        &self,
        py: Python<'py>,
        of: &Bound<'py, PyAny>,
        in_units: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let positions = positions(of)?;
        let bytes = py.detach(|| {
            let each = positions.iter();
            Cancel::new().collect(each.map(|position| {
                let value = if in_units { self.units(position) } else { self.centipawns(position).into() };
                value.to_ne_bytes()
            }))
        })?;
        Ok(PyBytes::new(py, bytes.as_flattened()))
    }

    /// The evaluation with its rows, as JSON; `has_words`: with sentences and squares.
    fn explain(&self, py: Python<'_>, of: &Bound<'_, PyAny>, has_words: bool) -> PyResult<String> {
        let position = position(of)?;
        Ok(py.detach(|| {
            explanation(&Explained::new(self.weights(&position), &position), has_words).to_string()
        }))
    }

    /// The evaluation as the table of `temper eval --all`.
    fn explain_text(&self, py: Python<'_>, of: &Bound<'_, PyAny>) -> PyResult<String> {
        let position = position(of)?;
        Ok(py.detach(|| table::one(&Explained::new(self.weights(&position), &position)).to_string()))
    }

    /// The keys that can have a share of the evaluation, each with topic and meaning.
    fn term_keys(&self) -> Vec<(String, &'static str, &'static str)> {
        let named = |entry: &Entry| (entry.key(), Topic::of(entry).title(), entry.decl.meaning);
        self.terms_in_order().iter().map(named).collect()
    }

    /// The shares of these keys for White and Black in many positions, in pawns or in units of the profile, as 64-bit floats.
    fn terms<'py>(
        &self,
        py: Python<'py>,
        of: &Bound<'py, PyAny>,
        in_units: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let positions = positions(of)?;
        let bytes =
            py.detach(|| features::terms(&self.sides, &positions, &self.terms_in_order(), in_units))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// The linear values that the profile has: column, name, key, meaning, definition, mg and eg.
    fn columns(&self) -> PyResult<Vec<Column>> {
        features::columns(&self.profile, &self.sides)
    }

    /// Counts of these columns, factors of the stages, and evaluations ([`features::count`]).
    fn features<'py>(
        &self,
        py: Python<'py>,
        of: &Bound<'py, PyAny>,
        columns: Vec<usize>,
    ) -> PyResult<[Bound<'py, PyBytes>; 3]> {
        let positions = positions(of)?;
        let counted =
            py.detach(|| features::count(&self.profile, self.sides.neutral(), &positions, &columns))?;
        Ok(counted.map(|bytes| PyBytes::new(py, &bytes)))
    }
}

/// Several positions. An error names the first one that is none.
fn positions(of: &Bound<'_, PyAny>) -> PyResult<Vec<Position>> {
    let read = |(index, any): (usize, PyResult<Bound<'_, PyAny>>)| {
        position(&any?).map_err(|error| {
            Python::attach(|py| {
                let message = format!("positions[{index}]: {}", error.value(py));
                if error.is_instance_of::<PositionError>(py) {
                    PositionError::new_err(message)
                } else if error.is_instance_of::<PyTypeError>(py) {
                    PyTypeError::new_err(message)
                } else {
                    error
                }
            })
        })
    };
    of.try_iter()?.enumerate().map(read).collect()
}

/// An explained evaluation. A row has the fields of the class `Row`, in their order: shares are in pawns of the screen and, as
/// pairs of middlegame and endgame, in units of the profile.
fn explanation(explained: &Explained<'_>, has_words: bool) -> Value {
    let Explained { weights: w, position, explanation: e, .. } = explained;
    let pawns = explained.pawns();
    let pair = |s: S| s.pair().map(|steps| w.units(steps));
    let row = |key: KeyWorth| {
        let described = has_words.then(|| explained.describe(&key.entry));
        let (squares, sentence) = described.map_or(([None, None], None), |d| (d.squares, d.sentence));
        let squares = squares.map(|set| set.map(names));
        json!([
            key.entry.key(),
            Topic::of(&key.entry).title(),
            key.entry.decl.meaning,
            sentence,
            key.pawns.white,
            key.pawns.black,
            pair(key.white),
            pair(key.black),
            squares[0],
            squares[1],
        ])
    };
    let has_share = |key: &KeyWorth| [key.white, key.black] != [S::ZERO; 2] || key.pawns != Pawns::default();
    let mut rows: Vec<KeyWorth> = explained.keys().filter(has_share).collect();
    rows.sort_by(|a, b| b.pawns.difference().abs().total_cmp(&a.pawns.difference().abs()));
    json!({
        "fen": position.to_string(), "profile": w.name(), "cp": (100.0 * pawns).round() as i32, "pawns": pawns,
        "winning_chances": white_chances(position, pawns) / 100.0, "verdict": standing(position, pawns),
        "eval": w.units(e.eval()), "mg": w.units(e.blend.mg), "eg": w.units(e.blend.eg),
        "middlegame": e.blend.phase / e.blend.scale, "rows": rows.into_iter().map(row).collect::<Vec<_>>(),
    })
}

fn names(set: Bitboard) -> Vec<String> {
    set.into_iter().map(|square| square.to_string()).collect()
}

/// The edit that makes a change; `None` for what is no number or word, such as the expression of a custom term.
fn edit_to(change: &Change, changed: &temperament_engine::Profile) -> Option<Edit> {
    match &change.what {
        What::Table(_) => {
            let slot = change.entry.slot()?;
            Some(Edit::Values(changed.values.scores[slot.offset..slot.offset + slot.len].to_vec()))
        }
        What::Scalars([_, Scalar::Word(word)]) => Some(Edit::Text(word.to_string())),
        What::Scalars([_, Scalar::Number(n)]) => Some(Edit::Number(*n)),
        _ => None,
    }
}

/// Why there is no text.
enum Unwritten {
    Invalid(LoadError),
    Unfit(String),
}

impl From<EditError> for Unwritten {
    fn from(error: EditError) -> Self {
        match error {
            EditError::Invalid(faults) => Self::Invalid(LoadError::Invalid(faults)),
            EditError::Unfit(message) => Self::Unfit(message),
        }
    }
}

impl Unwritten {
    fn raise(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Invalid(error) => error::profile(py, error),
            Self::Unfit(message) => other(message),
        }
    }
}
