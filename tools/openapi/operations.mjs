import { failureResponses } from './failures.mjs'
import { v1 } from '@daymark/contracts'
import { headers, isConditionalChange, LIMITS, parameters } from './headers.mjs'
import { fieldSchema, reference } from './schemas.mjs'

const UPLOAD = ['IdempotencyKey', 'UploadResumable', 'UploadOffset']
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
/** Resources by the first segment of their path. */
const resources = {
  albums: 'album',
  images: 'image',
  shares: 'share link',
  tokens: 'token',
  'upload-links': 'upload link',
  webhooks: 'webhook',
}
const idField = path => ({
  description: `ID of the ${resources[path.split('/')[2]]}.`,
  schema: { type: 'string', format: 'uuid' },
})

/** `/v1/albums/:id` as the document has it, below the address of its server. */
export const documentPath = path => path.replace(/^\/v1/, '').replaceAll(/:(\w+)/g, '{$1}')

/** One call: its contract in the words of OpenAPI, with examples of what it takes and answers. */
export function operation(route, example = {}) {
  const { doc, scope, auth } = route
  const allParameters = [...pathParameters(route), ...queryParameters(route), ...headerFields(route)]
  return {
    operationId: doc.id,
    tags: [doc.category],
    summary: doc.summary,
    ...description(route),
    ...(auth === 'open' && { security: [] }),
    ...(scope && { 'x-required-scope': scope }),
    ...(allParameters.length > 0 && { parameters: allParameters }),
    ...requestBody(route, example),
    responses: { ...successResponses(route, example), ...failureResponses(route), ...downResponse(route) },
  }
}

function description({ doc, scope }) {
  const needed = scope && `Requires a token with the scope \`${scope}\`.`
  const text = [doc.description, needed].filter(Boolean).join('\n\n')
  return text && { description: text }
}

const pathParameters = ({ path }) =>
  [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    ...{ name, in: 'path', required: true },
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

/** Clients cache reads and revalidate them. */
const isConditional = ({ method, scope }) => method === 'GET' && scope !== undefined
/** It answers what the GET at its path answers, with the same tag. */
const answersState = ({ method, path, answer }) =>
  method === 'PATCH' &&
  Object.values(v1).some(
    one => one?.kind === 'route' && one.method === 'GET' && one.path === path && one.answer === answer,
  )
function headerFields(route) {
  if (route.accepts === 'form') return parameters(...UPLOAD)
  if (isConditionalChange(route)) return parameters('IfMatch', 'IfUnmodifiedSince')
  return isConditional(route) ? parameters('IfNoneMatch') : []
}

function requestBody({ body, form }, { body: example }) {
  if (form) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: reference(form) } } } }
  if (!body) return {}
  const content = { schema: reference(body), ...(example && { example }) }
  return { requestBody: { required: !body.safeParse({}).success, content: { 'application/json': content } } }
}

/** Health checks report an outage by status and body. */
function downResponse({ probe, errors, answer }) {
  if (!probe || !errors?.includes('UNAVAILABLE')) return {}
  const content = { 'application/json': { schema: reference(answer) } }
  return { 503: { description: 'The service is not available.', headers: headers(), content } }
}

function successResponses(route, { answer, lines }) {
  const limits = route.auth === 'open' ? [] : LIMITS
  const conditional = isConditional(route)
  const content = { 'application/json': { schema: reference(route.answer), ...(answer && { example: answer }) } }
  if (route.doc.lines)
    content['application/x-ndjson'] = { schema: { type: 'string' }, ...(lines && { example: lines }) }
  const done = {
    description: route.status === 201 ? 'The resource was created.' : 'The call succeeded.',
    headers: headers(
      ...limits,
      ...(conditional || answersState(route) ? ['ETag'] : []),
      ...(route.location ? ['Location'] : []),
    ),
    content,
  }
  if (!conditional) return { [route.status]: done }
  return {
    [route.status]: done,
    304: {
      description: 'Returned without a body when the resource has not changed since the version in `If-None-Match`.',
      headers: headers(...limits, 'ETag'),
    },
  }
}
