// Unsaved texts of profiles, in this tab.

export class Drafts {
  constructor(onChange) {
    this.onChange = onChange;
    this.texts = new Map();
  }

  has(name) {
    return this.texts.has(name);
  }

  // The unsaved text of a profile; null if it has none.
  text(name) {
    return this.texts.get(name) ?? null;
  }
}
