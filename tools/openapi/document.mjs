import { http, v1 } from '@daymark/contracts'
import { failureComponents } from './failures.mjs'
import { headerParameters, responseHeaders } from './headers.mjs'
import { toDocumentPath, createOperation } from './operations.mjs'
import { componentSchemas } from './schemas.mjs'

const VERSION = http.v1.version.shape.version.value
/** Groups of calls, in the order of the document. */
const tags = {
  Status: 'Health and version of the service, and the rate limit of your token.',
  Library: 'Statistics, tags and search.',
  Albums: 'Albums and the images in them.',
  Images: 'Upload, list, update and delete images.',
  Shares: "Share links to albums, presets, visitors' picks and comments, upload links for guests, and the studio page.",
  Tokens: 'API tokens. In the web application, open Developers and then Token Vault.',
  Webhooks: 'Events that Daymark sends to your endpoint. They are signed as defined by Standard Webhooks.',
}
const introduction = [
  'The Daymark API gives your programs access to your library.',
  '**Authentication.** Every call except health and version requires the header `Authorization: Bearer dm_…`. Create tokens in the Token Vault. A token acts for its owner, within its scopes. The scope `write` includes `delete` and `share`; `admin` includes all scopes.',
  '**Names.** Responses use snake_case. Request bodies and queries also accept camelCase.',
  '**Bodies** are JSON in UTF-8, or a multipart form for file uploads. Other media types are rejected with 415. A method that a path does not support is rejected with 405, and `Allow` lists the supported methods.',
  '**Concurrent changes.** The response to a read contains a strong `ETag`. Send it as `If-Match` when you change the resource. If another client has changed the resource since your read, the response is 412 and nothing changes.',
  '**Pagination.** Lists return one page. Set its size with `limit` (at most 200) and its start with `offset`. For large libraries, send the `next_cursor` of the previous page as `cursor` instead of `offset`.',
  '**Errors** all have the same fields. `code` is for programs and does not change. `message` is for people and may change.',
  '**Rate limits.** The default is 120 calls per minute and 600 uploads per hour for each token. You can use the full limit at once; afterwards one call becomes available every half second. The first minute after a pause therefore allows up to 239 calls. A 429 response contains `Retry-After`. If 429 responses repeat, use exponential backoff.',
].join('\n\n')

/** Returns the OpenAPI document of the public API. It is derived from the route contracts and the recorded examples. */
export function createDocument(examples) {
  const routes = Object.values(v1).filter(value => value?.kind === 'route')
  return {
    openapi: '3.0.3',
    info: { title: 'Daymark API', version: VERSION, description: introduction },
    servers: [{ url: '/v1', description: 'This installation' }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: createPaths(routes, examples),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'dm_…',
          description: 'An API token. Create it in the Token Vault of the web application.',
        },
      },
      parameters: headerParameters,
      headers: responseHeaders,
      responses: failureComponents(routes),
      schemas: componentSchemas(),
    },
  }
}

function createPaths(routes, examples) {
  const schemas = {}
  for (const route of sortRoutes(routes)) {
    const path = toDocumentPath(route.path)
    schemas[path] = { ...schemas[path], [route.method.toLowerCase()]: createOperation(route, examples[route.doc.id]) }
  }
  return schemas
}

function sortRoutes(routes) {
  const names = Object.keys(tags)
  const unknown = routes.find(({ doc }) => !names.includes(doc.category))
  if (unknown) throw new Error(`The category ${unknown.doc.category} of ${unknown.path} has no description`)
  return names.flatMap(name => routes.filter(({ doc }) => doc.category === name).toSorted(compareByPath))
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']
const pathDepth = ({ path }) => path.split('/').length
const compareByPath = (a, b) =>
  pathDepth(a) - pathDepth(b) ||
  a.path.localeCompare(b.path, 'en') ||
  METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
