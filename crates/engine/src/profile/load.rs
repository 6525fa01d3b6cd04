//! Loads profiles: finds a file, reads it with its ancestors, checks it and adds warnings.

use std::ffi::OsStr;
use std::sync::Arc;

use super::category::Category;
use super::dependencies::Dependencies;
use super::diagnostic::{Diagnostic, Diagnostics};
use super::inheritance::{Families, read_family};
use super::library::{CHAMPION, Library, LoadError, Origin, is_path};
use super::source::{Format, Source};
use super::{NAME, Profile, book, warnings};

/// A profile that was found.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The file name without extension.
    pub name: String,
    /// The description, or an empty string.
    pub description: String,
    /// Where it was found.
    pub origin: Origin,
    /// True if it has errors and cannot be used.
    pub is_broken: bool,
    /// The name in the file, if it differs.
    pub other_name: Option<String>,
    /// Name of the profile that it extends, if it extends one of the search path.
    pub parent: Option<String>,
    pub category: Category,
}

impl Profile {
    /// Loads a profile by the name of a file without extension, or by path if the string has a separator or ends in
    /// `.toml` or `.ron`. Names are searched in the folders of the environment variable `TEMPERAMENT_PROFILES`, in the
    /// user's own folder, in `./profiles`, and then among the shipped profiles, such as `temperament`. A [`Library`] also
    /// searches elsewhere, applies overrides and returns warnings.
    ///
    /// # Errors
    /// If there is no such profile; or all its errors.
    pub fn load(name_or_path: impl AsRef<OsStr>) -> Result<Self, LoadError> {
        Library::new(Vec::new()).load(name_or_path).map(|(profile, _)| profile)
    }

    /// Parses the text of a profile, which may extend a shipped one.
    ///
    /// ```
    /// use temperament_engine::{Format, Profile};
    ///
    /// let text = "name = 'careful'\nextends = 'temperament'\npawns.isolated = -20";
    /// assert_eq!(Profile::parse(Format::Toml, text)?.name, "careful");
    /// # Ok::<(), temperament_engine::LoadError>(())
    /// ```
    ///
    /// # Errors
    /// All errors of the text.
    pub fn parse(format: Format, text: &str) -> Result<Self, LoadError> {
        let source = Source::from_bytes("profile", format, text.into());
        let parsed = source.map_err(|fault| vec![fault]).and_then(|source| super::parse(&source));
        parsed.map(|(profile, _)| profile).map_err(LoadError::Invalid)
    }
}

impl Library {
    /// Lists all profiles in the search path, by category and name, the strongest one first; of several with one name, the
    /// one that [`Library::load`] takes.
    pub fn list(&self) -> Vec<Listed> {
        let mut families = Families::default();
        let describe = |name: String| {
            let own = self.own_folders(&Origin::Text);
            let mut seen = Dependencies::default();
            self.confine(&mut seen);
            let (source, origin) = self.find(&name, None, &own, &mut seen)?;
            let source = source.ok();
            let category = source.as_ref().map_or(Category::Own, |source| Category::of(&name, source));
            let read = |source| {
                let (families, warnings) = (Some(&mut families), &mut Diagnostics::default());
                read_family(&source, &origin, self, &mut seen, families, warnings).ok()
            };
            let profile = source.and_then(read).map(|(profile, _)| profile);
            let is_broken = profile.is_none();
            let Profile { name: own_name, description, files, .. } = profile.unwrap_or_default();
            let other_name = (!is_broken && own_name != name).then_some(own_name);
            let parent = files.get(1).and_then(|parent| self.name_of(parent, &own, &mut seen));
            let description = description.unwrap_or_default();
            Some(Listed { name, description, origin, is_broken, other_name, parent, category })
        };
        let mut listed: Vec<Listed> = self.names().into_iter().filter_map(describe).collect();
        listed.sort_by_key(|listed| (listed.category, listed.name != CHAMPION));
        listed
    }

    /// Returns [`Library::names`] in the order of [`Library::list`]. Only reads the texts of the files: a GUI waits for this.
    #[doc(hidden)]
    pub fn names_by_category(&self) -> Vec<String> {
        let own = self.own_folders(&Origin::Text);
        let mut seen = Dependencies::default();
        self.confine(&mut seen);
        let mut category = |name: &str| {
            let source = self.find(name, None, &own, &mut seen).and_then(|(source, _)| source.ok());
            source.map_or(Category::Own, |source| Category::of(name, &source))
        };
        let mut names = self.names();
        names.sort_by_cached_key(|name| (category(name), name != CHAMPION));
        names
    }

    /// Loads a profile, and its warnings, by name; or by path if the string has a separator or ends in `.toml` or
    /// `.ron`.
    ///
    /// # Errors
    /// If there is no such profile; or all its errors.
    pub fn load(&self, name_or_path: impl AsRef<OsStr>) -> Result<(Profile, Vec<Diagnostic>), LoadError> {
        self.load_and_note(name_or_path, &mut Dependencies::default())
    }

    /// Loads a profile like [`Library::load`] and records every accessed file, even on failure.
    ///
    /// # Errors
    /// See [`Library::load`].
    #[doc(hidden)]
    pub fn load_and_note(
        &self,
        name_or_path: impl AsRef<OsStr>,
        seen: &mut Dependencies,
    ) -> Result<(Profile, Vec<Diagnostic>), LoadError> {
        let (source, origin) = self.source_and_note(name_or_path.as_ref(), seen)?;
        self.parse_and_note(&source, &origin, seen).map_err(LoadError::Invalid)
    }

    /// Parses a profile from the text of a file, with its ancestors. Also returns its warnings.
    ///
    /// # Errors
    /// All errors of the text and its ancestors.
    pub fn parse(
        &self,
        source: &Arc<Source>,
        origin: &Origin,
    ) -> Result<(Profile, Vec<Diagnostic>), Vec<Diagnostic>> {
        self.parse_and_note(source, origin, &mut Dependencies::default())
    }

    /// Parses a profile like [`Library::parse`] and records every accessed file, even on failure.
    ///
    /// # Errors
    /// See [`Library::parse`].
    #[doc(hidden)]
    pub fn parse_and_note(
        &self,
        source: &Arc<Source>,
        origin: &Origin,
        seen: &mut Dependencies,
    ) -> Result<(Profile, Vec<Diagnostic>), Vec<Diagnostic>> {
        self.confine(seen);
        let mut warnings = Diagnostics::default();
        let (mut profile, files) = read_family(source, origin, self, seen, None, &mut warnings)?;
        book::compile(&mut profile, &files, seen, &mut warnings);
        warnings::find(&profile, &mut warnings);
        Ok((profile, warnings.into_sorted()))
    }

    /// Loads a profile like [`Library::load`] and also warns if a file found by name contains another name. (A file
    /// given by its path may be a deliberately renamed copy.)
    ///
    /// # Errors
    /// See [`Library::load`].
    pub fn check(&self, name_or_path: impl AsRef<OsStr>) -> Result<(Profile, Vec<Diagnostic>), LoadError> {
        let name_or_path = name_or_path.as_ref();
        let (profile, mut warnings) = self.load(name_or_path)?;
        let is_file = matches!(profile.files.first(), Some(Origin::File(_)));
        if is_file && !is_path(name_or_path) {
            warnings.extend(other_name(&profile, &self.canonical(name_or_path).to_string_lossy()));
        }
        Ok((profile, warnings))
    }
}

/// Warns if the file name differs from the profile name.
fn other_name(profile: &Profile, stem: &str) -> Option<Diagnostic> {
    let given = profile.given(NAME)?;
    (stem != profile.name).then(|| {
        let message = format!("the profile is called `{}`, but its file `{stem}`", profile.name);
        Diagnostic::warning(given.location.clone(), message)
            .hint("by name it is found under that of the file")
            .key(NAME)
    })
}
