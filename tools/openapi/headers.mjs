const integer = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

/** Headers of answers. */
export const responseHeaders = {
  'X-Request-Id': { description: 'Names this call in our log: tell it to the support.', schema: text },
  'X-RateLimit-Limit': {
    description: 'Calls that this token may make a minute; of uploads: an hour.',
    schema: integer,
  },
  'X-RateLimit-Remaining': { description: 'How many of them are left.', schema: integer },
  'X-RateLimit-Reset': { description: 'Seconds until all of them are there again.', schema: integer },
  RateLimit: { description: 'The same as the IETF draft writes it, such as `"calls";r=118;t=1`.', schema: text },
  'RateLimit-Policy': { description: 'The limits of this token, such as `"calls";q=120;w=60`.', schema: text },
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: integer },
  ETag: {
    description:
      'Identifies this state. Send it as `If-None-Match` to be answered 304 while nothing changed, or as `If-Match` to change only this state.',
    schema: text,
  },
  Location: { description: 'The path of what was created.', schema: { type: 'string', format: 'uri-reference' } },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750), such as `Bearer realm="Daymark", error="invalid_token"`.',
    schema: text,
  },
  Accept: {
    description: 'Media types that this call reads, where the type of the body is not one of them.',
    schema: text,
  },
  'Accept-Encoding': {
    description: 'Content codings that this call reads, where the coding of the body is not one of them.',
    schema: text,
  },
}
export const LIMITS = Object.keys(responseHeaders).filter(name => name.includes('RateLimit'))

export const headers = (...names) =>
  Object.fromEntries(['X-Request-Id', ...names].map(name => [name, { $ref: `#/components/headers/${name}` }]))

/** Headers that a call may bear. */
const requestHeaders = {
  IfNoneMatch: {
    name: 'If-None-Match',
    description: 'The `ETag` of what you have: 304 and nothing else when it is still the same.',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    description: 'The `ETag` of the state to change, or `*`: 412 and no change if the resource is in another state.',
    schema: text,
  },
  IfUnmodifiedSince: {
    name: 'If-Unmodified-Since',
    description: 'An HTTP date: 412 and no change if `updated_at` is later. Prefer `If-Match`.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    description:
      'A name of your own for this upload, 1 to 200 visible characters. The same key again is the same image, whatever broke in between.',
    schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
  },
  UploadResumable: {
    name: 'Upload-Resumable',
    description:
      '`?1`: should the connection break, what has come is kept and the upload goes on from there (above 8 MB).',
    schema: { type: 'string', enum: ['?1'] },
  },
  UploadOffset: {
    name: 'Upload-Offset',
    description:
      'So many bytes of the file are there already; the file of this form is the rest. Needs the `Idempotency-Key`.',
    schema: integer,
  },
}
/** Changes of one resource may name the state that they change. */
export const isConditionalChange = ({ method, path, accepts }) =>
  method === 'PATCH' || method === 'DELETE' || (method === 'POST' && path.includes(':') && accepts !== 'form')

const optional = { in: 'header', required: false }
export const headerParameters = Object.fromEntries(
  Object.entries(requestHeaders).map(([id, { name, ...more }]) => [id, { name, ...optional, ...more }]),
)
export const parameters = (...ids) => ids.map(id => ({ $ref: `#/components/parameters/${id}` }))
