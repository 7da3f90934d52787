// Schemas that are only parts of other schemas are exported too, because the API document gives them names (tools/openapi/schemas.mjs).
export * from './albums.ts'
export * from './shares.ts'
export * from './images.ts'
export * from './library.ts'
export * from './tokens.ts'
export * from './uploads.ts'
export * from './webhooks.ts'
export { failure, PAGE } from './fields.ts'
