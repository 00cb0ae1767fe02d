// Starts the API reference; a file of its own, since the policy runs no inline script.
Scalar.createApiReference("#reference", {
  url: "/openapi.json",
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showToolbar: "never",
  showDeveloperTools: "never",
  agent: { disabled: true },
  mcp: { disabled: true },
});
