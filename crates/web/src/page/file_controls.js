// Buttons of the view Edit for the profiles of the user, which are files in the browser or in a folder.
import { download, h } from "./dom.js";
import { ACCESS } from "./folder.js";
import { showNotice } from "./notice.js";

const button = (text, onclick) => h("button", { type: "button", onclick }, text);

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
    if (edit.opened.is_missing && app.drafts.has(name)) {
      if (!confirm(`Give up ${name}? It is not saved.`)) return;
      app.set({ profile: app.hello.first });
      app.drafts.forget(name);
      return;
    }
    if (!edit.opened.is_file || edit.opened.is_missing) {
      app.say(`${name} is part of the page: it cannot be deleted.`, "error");
      return;
    }
    const where = folder.directory ? ` from the folder ${folder.directory.name}` : "";
    if (!confirm(`Delete ${name}${where}? Its text stays in this tab until you close it.`)) return;
    await folder.exclusively(() => folder.write([[fileName(), null]]));
    await app.reloadProfiles();
    app.update();
    app.say(`Deleted ${name}.`);
  };

  const input = h("input", { type: "file", accept: ".toml,.ron", hidden: true, "aria-label": "Profile to open", onchange: open });
  return [input, button("Open file ...", () => input.click()), folderButton(app, folder), button("Download", save), button("Delete", remove)];
}

// Opens a folder, and closes it; null where the browser cannot.
function folderButton(app, folder) {
  if (!globalThis.showDirectoryPicker) return null;
  const toggle = async () => {
    if (folder.directory) await closeFolder(app, folder);
    else await pickFolder(app, folder);
    draw();
  };
  const control = button("", toggle);
  const draw = () => (control.textContent = folder.directory ? `Close folder ${folder.directory.name}` : "Open folder ...");
  draw();
  return control;
}

async function pickFolder(app, folder) {
  try {
    await show(app, folder, await showDirectoryPicker({ id: "profiles", ...ACCESS }));
  } catch (error) {
    // Nothing has been chosen.
    if (error.name !== "AbortError") app.say(`The folder was not opened: ${error.message}.`, "error");
  }
}

async function show(app, folder, handle) {
  const count = await folder.openDirectory(handle);
  await refresh(app);
  app.say(`The folder ${handle.name} is open: ${count} ${count === 1 ? "profile" : "profiles"}. Changes of its files appear here, and Save writes to them.`);
}

async function closeFolder(app, folder) {
  const lost = folder.unstoredNames();
  if (lost && !confirm(`Your changes to ${lost} are not in the folder. Close it?`)) return;
  await folder.closeDirectory();
  await refresh(app);
  app.say("The folder is closed. Your profiles are those in this browser again.");
}

async function refresh(app) {
  await app.reloadProfiles();
  if (!app.profiles.some(({ name }) => name === app.state.profile) && !app.drafts.has(app.state.profile)) app.state.profile = app.hello.first;
  app.set({});
}

// The folder of the last visit, which the browser opens only when the user allows it.
export function offerFolder(app, folder, handle) {
  const open = async () => {
    try {
      if ((await handle.requestPermission(ACCESS)) !== "granted") throw new Error("the browser does not allow it");
      await show(app, folder, handle);
      showNotice(null);
      // The button of the view has another text now.
      app.show();
    } catch (error) {
      app.say(`The folder was not opened: ${error.message}.`, "error");
    }
  };
  const forget = async () => {
    showNotice(null);
    await folder.remember(null);
  };
  showNotice(`The folder ${handle.name} was open at your last visit.`, button("Open it again", open), button("Close", forget));
}
