// Shows the OpenAPI document. The validator badge would ask a server on the internet.
SwaggerUIBundle({
  url: document.getElementById("reader").dataset.schema,
  dom_id: "#reader",
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
  deepLinking: true,
  validatorUrl: null,
});
