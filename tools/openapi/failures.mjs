import { errors, http } from '@daymark/contracts'
import { headerReferences, isConditionalChange, RATE_LIMIT_HEADERS } from './headers.mjs'
import { schemaReference } from './schemas.mjs'

const { failure } = http.v1
/** Example values of the parameters in error messages. */
const exampleParams = {
  ALBUM_LIMIT: { plan: 'Starter', limit: 10 },
  ARCHIVE_PREPARING: { ready: 120, total: 480 },
  CONFLICT: { reason: 'The call is not possible in the current state. The message names the reason.' },
  FILE_TOO_LARGE: { limit: '500 MB' },
  INVALID_INPUT: { reason: 'limit: Enter a whole number of at least 0.' },
  PLAN_REQUIRED: { feature: 'API access', plan: 'Studio', tier: 'Professional' },
  RATE_LIMITED: { retryAfter: 12 },
  TOO_MANY_REQUESTS: { retryAfter: 12 },
  UNSUPPORTED_FILE: { extension: 'exe' },
  UPLOAD_OFFSET: { offset: 4194304 },
}
/** Parameters of errors that are also fields of the response, in addition to the message. */
const documentedParams = {
  ALBUM_LIMIT: ['plan', 'limit'],
  FILE_TOO_LARGE: ['limit'],
  PLAN_REQUIRED: ['plan', 'tier'],
  UPLOAD_OFFSET: ['offset'],
}
const statusDescriptions = {
  400: 'The request is not valid.',
  401: 'The token is missing, invalid or expired.',
  402: 'A payment is required.',
  403: 'The scopes of the token, or the plan of its owner, do not allow the call.',
  404: 'The resource does not exist or does not belong to the owner of the token.',
  409: 'The current state of the resource does not allow the call.',
  412: 'The resource does not match `If-Match` or `If-Unmodified-Since`. Nothing was changed.',
  413: 'The file or the request is too large, or the storage of the account is full.',
  415: 'The file or the content type of the request cannot be accepted.',
  429: 'The rate limit is exceeded. Try again after `Retry-After` seconds.',
  500: 'An unexpected error occurred on the server.',
  503: 'The service is temporarily unavailable. Try again after `Retry-After` seconds.',
}

/** Lists all error codes of a route: the codes in its contract, and the codes for its parameters and body. */
export function listErrorCodes(route) {
  const { errors: routeErrors = [], scope, path } = route
  const hasParams = path.includes(':')
  const codes = routeErrors.filter(code => code !== 'SCOPE_NEEDED' || scope)
  const hasNotFound = codes.some(code => code.endsWith('NOT_FOUND'))
  if (hasParams && !hasNotFound) codes.push('NOT_FOUND')
  return [...new Set([...codes, ...listInputErrorCodes(route, hasParams), 'INTERNAL', 'UNAVAILABLE'])]
}

/** Returns the error codes of invalid input. They also apply to calls without a body, which reject a request whose body is not valid. */
function listInputErrorCodes(route, hasParams) {
  const { method, query } = route
  if (method === 'GET') return query || hasParams ? ['INVALID_INPUT'] : []
  const conditions = isConditionalChange(route) ? ['PRECONDITION_FAILED'] : []
  return ['INVALID_INPUT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', ...conditions]
}

/** Headers of error responses, by status. */
const headersByStatus = {
  401: ['WWW-Authenticate'],
  403: ['WWW-Authenticate'],
  415: ['Accept', 'Accept-Encoding'],
  429: ['Retry-After', ...RATE_LIMIT_HEADERS],
  503: ['Retry-After'],
}

const createExampleError = (code, { scope }) =>
  errors[code](code === 'SCOPE_NEEDED' ? { scope } : (exampleParams[code] ?? {}))

const groupByStatus = route =>
  [...Map.groupBy(listErrorCodes(route), code => createExampleError(code, route).status)].toSorted(([a], [b]) => a - b)

/** Returns the error responses of a route, by status. Each response refers to a component that contains an example of each error code. */
export function failureResponses(route) {
  return Object.fromEntries(
    groupByStatus(route).map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${componentName(codes, route)}` },
    ]),
  )
}

/** Returns the components of all error responses. Many routes share a component, so each component is named by its error codes. */
export function failureComponents(routes) {
  const errorCodes = routes.flatMap(route =>
    groupByStatus(route).map(([status, codes]) => [
      componentName(codes, route),
      failureResponse({ status, codes, route }),
    ]),
  )
  return Object.fromEntries(errorCodes.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const titleCase = text => text.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase())
const componentName = (codes, { scope }) =>
  codes.map(code => (code === 'SCOPE_NEEDED' ? `${titleCase(scope)}Needed` : titleCase(code))).join('_')

function failureResponse({ status, codes, route }) {
  const failures = codes.map(code => [
    code.toLowerCase(),
    createExampleError(code, route),
    documentedParams[code] ?? [],
  ])
  const listLines = failures.map(([code, { message }]) => `- \`${code}\`: ${message}`)
  return {
    description: [statusDescriptions[status], '', ...listLines].join('\n'),
    headers: headerReferences(...(headersByStatus[status] ?? [])),
    content: {
      'application/json': {
        schema: schemaReference(failure),
        examples: Object.fromEntries(
          failures.map(([code, error, keys]) => [code, { value: exampleBody(code, error, keys) }]),
        ),
      },
    },
  }
}

function exampleBody(code, { message, params }, keys) {
  const details = Object.fromEntries(keys.map(key => [key, params[key]]))
  return { ...details, error: message, message, code, request_id: 'b2f6a1f4-6a0f-4a55-9f57-0d3c0c8e9a11' }
}
