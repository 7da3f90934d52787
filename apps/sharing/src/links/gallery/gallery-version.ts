/**
 * Another one whenever anything that a visitor of a link sees has changed; `l` is the link, `a` its album. Who shows something that
 * neither of the two rows tells of lets `a.content_version` grow with it (copy/gallery-changes.ts).
 */
export const GALLERY_VERSION = `l.version || '.' || a.content_version`
