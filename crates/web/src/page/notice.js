// A line at the top of the page that stays until what it says is over.

const line = document.createElement("p");
line.className = "notice";
line.setAttribute("role", "alert");
line.hidden = true;
document.getElementById("view").before(line);

// Shows a text and buttons; null hides the line.
export function showNotice(text, ...buttons) {
  line.hidden = text === null;
  line.replaceChildren(...(text === null ? [] : [text, " ", ...buttons]));
}
