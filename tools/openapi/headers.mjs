const integerSchema = { type: 'integer', minimum: 0 }
const textSchema = { type: 'string' }

/** Response headers of the document by name. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'ID of the request. Include it when you contact support.',
    schema: textSchema,
  },
  'X-RateLimit-Limit': {
    description: 'Number of calls that the token may make per minute. For uploads: number of uploads per hour.',
    schema: integerSchema,
  },
  'X-RateLimit-Remaining': {
    description: 'Number of calls (or uploads) that the token may make now.',
    schema: integerSchema,
  },
  'X-RateLimit-Reset': {
    description: 'Seconds until the full limit is available again, if no further calls are made.',
    schema: integerSchema,
  },
  RateLimit: {
    description:
      'Calls left (`r`) and seconds until the full limit is available (`t`), in the format of the IETF draft for `RateLimit` headers, such as `"calls";r=118;t=1`.',
    schema: textSchema,
  },
  'RateLimit-Policy': {
    description:
      'Number of calls (`q`) that the token may make in a window of `w` seconds, such as `"calls";q=120;w=60`.',
    schema: textSchema,
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: integerSchema },
  ETag: {
    description:
      'Identifies this version of the resource. Send it as `If-None-Match` with a read to get a 304 response if nothing has changed. Send it as `If-Match` with a change to change only this version.',
    schema: textSchema,
  },
  Location: { description: 'Path of the created resource.', schema: { type: 'string', format: 'uri-reference' } },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750), such as `Bearer realm="Daymark", error="invalid_token"`.',
    schema: textSchema,
  },
  Accept: {
    description: 'Media types that the call supports. Sent when the media type of the body is not supported.',
    schema: textSchema,
  },
  'Accept-Encoding': {
    description: 'Content encodings that the call supports. Sent when the encoding of the body is not supported.',
    schema: textSchema,
  },
}
export const RATE_LIMIT_HEADERS = Object.keys(responseHeaders).filter(name => name.includes('RateLimit'))

export const headerReferences = (...names) =>
  Object.fromEntries(['X-Request-Id', ...names].map(name => [name, { $ref: `#/components/headers/${name}` }]))

/** Request headers of the document by name. */
const requestHeaders = {
  IfNoneMatch: {
    name: 'If-None-Match',
    description:
      'The `ETag` of the version that you have. If this version is still current, the response is 304 without a body.',
    schema: textSchema,
  },
  IfMatch: {
    name: 'If-Match',
    description:
      'The `ETag` of the version that you want to change, or `*` for any version. If the resource has another version, the response is 412 and nothing changes.',
    schema: textSchema,
  },
  IfUnmodifiedSince: {
    name: 'If-Unmodified-Since',
    description:
      'An HTTP date. If the resource was changed after this date, the response is 412 and nothing changes. Prefer `If-Match`, which is exact.',
    schema: textSchema,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    description:
      'A key that you choose for the upload: 1 to 200 visible ASCII characters, such as a UUID. If you repeat the upload with the same key, no second image is created.',
    schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
  },
  UploadResumable: {
    name: 'Upload-Resumable',
    description:
      'Send `?1` to keep the received bytes if the upload is interrupted, so that you can resume the upload. Only for files above 8 MB.',
    schema: { type: 'string', enum: ['?1'] },
  },
  UploadOffset: {
    name: 'Upload-Offset',
    description:
      'Resumes an upload: number of bytes already stored. The form then contains only the remaining bytes. Requires `Idempotency-Key`.',
    schema: integerSchema,
  },
}
/** Whether the call changes one resource and therefore supports `If-Match`. */
export const isConditionalChange = ({ method, path, accepts }) =>
  method === 'PATCH' || method === 'DELETE' || (method === 'POST' && path.includes(':') && accepts !== 'form')

const optionalHeader = { in: 'header', required: false }
export const headerParameters = Object.fromEntries(
  Object.entries(requestHeaders).map(([id, { name, ...more }]) => [id, { name, ...optionalHeader, ...more }]),
)
export const parameterReferences = (...ids) => ids.map(id => ({ $ref: `#/components/parameters/${id}` }))
