// Go: the page that a link's preview is made from leads its readers on to the viewer.
const link = document.querySelector("a");
if (link) location.replace(link.href);
