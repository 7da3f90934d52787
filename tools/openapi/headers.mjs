const integer = { type: 'integer', minimum: 0 }
const text = { type: 'string' }

/** Headers of answers. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Identifies the request in the server log. Include it in support requests.',
    schema: text,
  },
  'X-RateLimit-Limit': {
    description: 'Number of calls this token may make per minute, or of uploads per hour.',
    schema: integer,
  },
  'X-RateLimit-Remaining': { description: 'Number of calls left.', schema: integer },
  'X-RateLimit-Reset': { description: 'Seconds until the full limit is available.', schema: integer },
  RateLimit: {
    description: 'The same values in the format of the IETF draft, such as `"calls";r=118;t=1`.',
    schema: text,
  },
  'RateLimit-Policy': { description: 'The limits of this token, such as `"calls";q=120;w=60`.', schema: text },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: integer },
  ETag: {
    description:
      'Identifies this version of the resource. Send it as `If-None-Match` to receive 304 if nothing has changed, or as `If-Match` to change only this version.',
    schema: text,
  },
  Location: { description: 'Path of the created resource.', schema: { type: 'string', format: 'uri-reference' } },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750), such as `Bearer realm="Daymark", error="invalid_token"`.',
    schema: text,
  },
  Accept: {
    description: 'Supported media types. Sent when the media type of the body is not supported.',
    schema: text,
  },
  'Accept-Encoding': {
    description: 'Supported content encodings. Sent when the encoding of the body is not supported.',
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
    description: '`ETag` of your version. The response is 304 without a body if it is still current.',
    schema: text,
  },
  IfMatch: {
    name: 'If-Match',
    description:
      '`ETag` of the version to change, or `*`. The response is 412 and nothing is changed if the resource has another version.',
    schema: text,
  },
  IfUnmodifiedSince: {
    name: 'If-Unmodified-Since',
    description:
      'An HTTP date. The response is 412 and nothing is changed if `updated_at` is later. Prefer `If-Match`.',
    schema: text,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    description:
      'A key of your choice for this upload, 1 to 200 visible characters. A repeated upload with the same key results in the same image.',
    schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
  },
  UploadResumable: {
    name: 'Upload-Resumable',
    description: '`?1`: stores received bytes so that an interrupted upload above 8 MB can be resumed.',
    schema: { type: 'string', enum: ['?1'] },
  },
  UploadOffset: {
    name: 'Upload-Offset',
    description: 'Number of bytes already stored. The form contains the remaining bytes. Requires `Idempotency-Key`.',
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
