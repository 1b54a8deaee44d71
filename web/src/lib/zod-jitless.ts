// Zod tries `new Function` as soon as a schema is made, and the CSP reports that even though Zod survives it. Its config
// lives on this global, so it can be set here, in the entry, without bringing Zod into the entry.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
