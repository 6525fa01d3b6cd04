// Unsaved texts of profiles in this tab: each a list of versions for undo and redo. They survive a reload of the page.

const KEY = "temperament-drafts";
const MOST_VERSIONS = 60;
// Delay of the store: a slider makes many versions.
const DELAY = 300;

export class Drafts {
  constructor(onChange) {
    this.onChange = onChange;
    // Without the properties that every object has: a profile may have any of their names.
    this.all = Object.create(null);
    // Number of changes so far: an answer to an earlier question may be out of date.
    this.changes = 0;
    try {
      Object.assign(this.all, JSON.parse(sessionStorage.getItem(KEY) ?? "{}"));
    } catch {
      // A damaged store has nothing to restore.
    }
    addEventListener("pagehide", () => this.store());
  }

  has(name) {
    const draft = this.all[name];
    return Boolean(draft) && draft.versions[draft.at] !== draft.saved;
  }

  // The names of profiles with unsaved texts.
  unsaved() {
    return Object.keys(this.all).filter((name) => this.has(name));
  }

  // Begins with the text of a link, which is in no file.
  link(name, text) {
    this.all[name] = { versions: [text], at: 0, saved: null, stamp: "", linked: text };
    this.changed();
  }

  // Whether the text comes from a link, and is in no file yet.
  isLinked(name) {
    const draft = this.all[name];
    return draft?.saved === null && draft.linked !== undefined;
  }

  // Whether a text is lost with the tab: that of a link is not.
  isAtRisk(name) {
    return this.has(name) && this.text(name) !== this.all[name].linked;
  }

  // Gives up the text of a profile.
  forget(name) {
    delete this.all[name];
    this.changed();
  }

  // The unsaved text of a profile; null if it has none.
  text(name) {
    return this.has(name) ? this.all[name].versions[this.all[name].at] : null;
  }

  // The text of a profile, whether it has been saved or not; undefined if it is not known.
  now(name) {
    const draft = this.all[name];
    return draft?.versions[draft.at];
  }

  // The text of the file that the draft was made from; null if the file is gone, undefined if it is not known.
  base(name) {
    return this.all[name]?.saved;
  }

  // The stamp of that file.
  stamp(name) {
    return this.all[name]?.stamp;
  }

  // Begins with the text of a file, unless there are unsaved changes. The versions before it stay.
  begin(name, file) {
    if (this.has(name)) return;
    const draft = this.all[name] ?? { versions: [], at: -1 };
    if (draft.versions[draft.at] !== file.text) {
      draft.versions = [...draft.versions.slice(0, draft.at + 1), file.text].slice(-MOST_VERSIONS);
      draft.at = draft.versions.length - 1;
    }
    this.all[name] = Object.assign(draft, { saved: file.text, stamp: file.stamp });
  }

  // Adds a version. Versions of one `drag` are one step of undo.
  add(name, text, drag = null) {
    const draft = this.all[name];
    const kept = draft.at + (drag && drag === this.lastDrag ? 0 : 1);
    this.lastDrag = drag;
    draft.versions = [...draft.versions.slice(0, kept), text].slice(-MOST_VERSIONS);
    draft.at = draft.versions.length - 1;
    this.changed();
  }

  // Notes that a text is in the file now; the earlier versions stay.
  saved(name, file) {
    Object.assign(this.all[name], { saved: file.text, stamp: file.stamp, linked: undefined });
    this.changed();
  }

  // Notes that the file is gone: the text is in no file any more.
  lose(name) {
    this.all[name].saved = null;
    this.changed();
  }

  // Whether there is a version before (-1) or after (1).
  canStep(name, by) {
    const draft = this.all[name];
    return draft?.versions[draft.at + by] !== undefined;
  }

  // Goes back (-1) or forward (1). Returns false if there is no such version.
  step(name, by) {
    if (!this.canStep(name, by)) return false;
    this.all[name].at += by;
    this.changed();
    return true;
  }

  // Goes back to a text that the profile had, and forgets what came after it.
  returnTo(name, text) {
    const draft = this.all[name];
    const at = draft ? draft.versions.lastIndexOf(text, draft.at) : -1;
    if (at < 0) return;
    Object.assign(draft, { versions: draft.versions.slice(0, at + 1), at });
    this.lastDrag = null;
    this.changed();
  }

  changed() {
    this.changes++;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.store(), DELAY);
    this.onChange();
  }

  store() {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.all));
    } catch {
      // The store is full: the drafts stay in memory.
    }
  }
}
