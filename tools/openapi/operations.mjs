import { failureResponses } from './failures.mjs'
import { v1 } from '@daymark/contracts'
import { headerReferences, isConditionalChange, RATE_LIMIT_HEADERS, parameterReferences } from './headers.mjs'
import { fieldSchema, schemaReference } from './schemas.mjs'

const UPLOAD_HEADERS = ['IdempotencyKey', 'UploadResumable', 'UploadOffset']
const pathFields = {
  sectionId: { description: 'ID of the section.', schema: { type: 'string', format: 'uuid' } },
  deliveryId: {
    description: 'ID of the delivery. Daymark sends it in the `webhook-id` header.',
    schema: { type: 'string' },
  },
  key: {
    description: 'The `Idempotency-Key` with which the upload was started.',
    schema: { type: 'string', pattern: '^[!-~]{1,200}$' },
  },
}
/** Names of resources, by the first segment of their path. */
const resourceNames = {
  albums: 'album',
  images: 'image',
  shares: 'share link',
  tokens: 'token',
  'upload-links': 'upload link',
  webhooks: 'webhook',
}
const idField = path => ({
  description: `ID of the ${resourceNames[path.split('/')[2]]}.`,
  schema: { type: 'string', format: 'uuid' },
})

/** Converts `/v1/albums/:id` to a path of the document, which is relative to the server address. */
export const toDocumentPath = path => path.replace(/^\/v1/, '').replaceAll(/:(\w+)/g, '{$1}')

/** Converts the contract of a call to an OpenAPI operation with examples of request and response. */
export function createOperation(route, example = {}) {
  const { doc, scope, auth } = route
  const allParameters = [...pathParameters(route), ...queryParameters(route), ...headerParametersOf(route)]
  return {
    operationId: doc.id,
    tags: [doc.category],
    summary: doc.summary,
    ...description(route),
    ...(auth === 'open' && { security: [] }),
    ...(scope && { 'x-required-scope': scope }),
    ...(allParameters.length > 0 && { parameters: allParameters }),
    ...requestBody(route, example),
    responses: { ...successResponses(route, example), ...failureResponses(route), ...outageResponse(route) },
  }
}

function description({ doc, scope }) {
  const scopeSentence = scope && `Requires a token with the scope \`${scope}\`.`
  const text = [doc.description, scopeSentence].filter(Boolean).join('\n\n')
  return text && { description: text }
}

const pathParameters = ({ path }) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...(name === 'id' ? idField(path) : pathFields[name]),
  }))

function queryParameters({ query }) {
  return Object.entries(query?.shape ?? {}).map(([name, type]) => ({
    name,
    in: 'query',
    required: !type.safeParse(undefined).success,
    ...(type.description && { description: type.description }),
    schema: fieldSchema(type),
  }))
}

/** Whether clients can revalidate a cached response of the call. */
const isConditional = ({ method, scope }) => method === 'GET' && scope !== undefined
/** Whether a PATCH returns the same as the GET at its path, including the entity tag. */
const returnsResource = ({ method, path, answer }) =>
  method === 'PATCH' &&
  Object.values(v1).some(
    other => other?.kind === 'route' && other.method === 'GET' && other.path === path && other.answer === answer,
  )
function headerParametersOf(route) {
  if (route.accepts === 'form') return parameterReferences(...UPLOAD_HEADERS)
  if (isConditionalChange(route)) return parameterReferences('IfMatch', 'IfUnmodifiedSince')
  return isConditional(route) ? parameterReferences('IfNoneMatch') : []
}

function requestBody({ body, form }, { body: example }) {
  if (form)
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: schemaReference(form) } } } }
  if (!body) return {}
  const content = { schema: schemaReference(body), ...(example && { example }) }
  return { requestBody: { required: !body.safeParse({}).success, content: { 'application/json': content } } }
}

/** Returns the response with which a health check reports an outage, or nothing for other calls. */
function outageResponse({ probe, errors, answer }) {
  if (!probe || !errors?.includes('UNAVAILABLE')) return {}
  const content = { 'application/json': { schema: schemaReference(answer) } }
  return { 503: { description: 'The service is not available.', headers: headerReferences(), content } }
}

function successResponses(route, { answer, lines }) {
  const limits = route.auth === 'open' ? [] : RATE_LIMIT_HEADERS
  const conditional = isConditional(route)
  const content = { 'application/json': { schema: schemaReference(route.answer), ...(answer && { example: answer }) } }
  if (route.doc.lines)
    content['application/x-ndjson'] = { schema: { type: 'string' }, ...(lines && { example: lines }) }
  const success = {
    description: route.status === 201 ? 'The resource was created.' : 'The call succeeded.',
    headers: headerReferences(
      ...limits,
      ...(conditional || returnsResource(route) ? ['ETag'] : []),
      ...(route.location ? ['Location'] : []),
    ),
    content,
  }
  if (!conditional) return { [route.status]: success }
  return {
    [route.status]: success,
    304: {
      description: 'Returned without a body when the resource has not changed since the version in `If-None-Match`.',
      headers: headerReferences(...limits, 'ETag'),
    },
  }
}
