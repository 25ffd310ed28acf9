"""The partners' REST API, /api/v1 (docs/api.md): thin edges, each calls a service or a selector and shows its shape."""
