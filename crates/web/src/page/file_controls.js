// Buttons of the view Edit for the profiles of the user, which are files in the browser.
import { download, h } from "./dom.js";

// `edit` is the view, `folder` has the files.
export function fileControls(edit, folder) {
  const { app } = edit;
  const fileName = () => `${edit.name()}.${edit.opened.is_toml ? "toml" : "ron"}`;

  const open = async () => {
    const [file] = input.files;
    input.value = "";
    try {
      const taken = app.profiles.map(({ name }) => name);
      const name = await folder.add(file, taken);
      await app.reloadProfiles();
      app.set({ profile: name });
      app.say(`Opened ${name}.`);
    } catch (error) {
      app.say(`Not opened: ${error.message}.`, "error");
    }
  };
  const save = async () => {
    await edit.finish();
    download(fileName(), app.drafts.text(edit.name()) ?? edit.opened.file.text, "text/plain");
  };
  const remove = async () => {
    const name = edit.name();
    if (!edit.opened.is_file || edit.opened.is_missing) {
      app.say(`${name} is not stored in this browser.`, "error");
      return;
    }
    if (!confirm(`Delete ${name}? Its text stays in this tab until you close it.`)) return;
    await folder.exclusively(() => folder.write([[fileName(), null]]));
    await app.reloadProfiles();
    app.update();
    app.say(`Deleted ${name}.`);
  };

  const input = h("input", { type: "file", accept: ".toml,.ron", hidden: true, "aria-label": "Profile to open", onchange: open });
  const button = (text, onclick) => h("button", { type: "button", onclick }, text);
  return [input, button("Open file ...", () => input.click()), button("Download", save), button("Delete", remove)];
}
