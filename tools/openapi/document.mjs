import { http, v1 } from '@daymark/contracts'
import { failureComponents } from './failures.mjs'
import { headerParameters, responseHeaders } from './headers.mjs'
import { documentPath, operation } from './operations.mjs'
import { componentSchemas } from './schemas.mjs'

const VERSION = http.v1.version.shape.version.value
/** Groups of calls, in the order in which a reader meets them. */
const tags = {
  Status: 'Whether the service is there, and what your token has left.',
  Library: 'The library as a whole: figures, tags and search.',
  Albums: 'Albums, and the images in them.',
  Images: 'Images: upload, list, change, delete.',
  Shares: 'Public links of albums.',
  Tokens: 'Tokens of this interface. In Daymark they are made under Developers, Token Vault.',
  Webhooks: 'Events that are sent to an address of yours, signed as Standard Webhooks has it.',
}
const about = [
  'Your library, from your own programs.',
  '**Tokens.** Every call but those of the status bears `Authorization: Bearer dm_…`. A token is made in the Token Vault, acts as its owner and may do what its scopes say: `write` includes `delete` and `share`, `admin` includes all.',
  '**Names.** Answers are in snake_case; bodies and queries are taken in camelCase too.',
  '**Bodies** are JSON in UTF-8, or a form where a file is uploaded. Any other media type is refused with 415; a method that a path does not have with 405, and `Allow` names those that it has.',
  '**Concurrent changes.** Reads have a strong `ETag`. Send it as `If-Match` with a change: if something else changed the resource since, the answer is 412 and nothing happens.',
  '**Lists** come in pages: `limit` (at most 200) and `offset`, or, for large libraries, `cursor` with the `next_cursor` of the page before.',
  '**Failures** all have one shape. `code` is for programs and stays as it is; `message` is a sentence for people and may change.',
  '**Limits.** 120 calls a minute and 600 uploads an hour for each token, unless your installation says otherwise. All of a limit may be used at once, and it comes back evenly, one call each half a second: a minute that begins after a pause can hold up to 239 calls, every later one 120. 429 comes with `Retry-After`; wait longer each time if it comes again.',
].join('\n\n')

/** The OpenAPI document of the public API, from its route contracts and the recorded examples. */
export function openapi(examples) {
  const routes = Object.values(v1).filter(value => value?.kind === 'route')
  return {
    openapi: '3.0.3',
    info: { title: 'Daymark API', version: VERSION, description: about },
    servers: [{ url: '/v1', description: 'This installation' }],
    security: [{ bearer: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: paths(routes, examples),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'dm_…', description: 'A token of the Token Vault' },
      },
      parameters: headerParameters,
      headers: responseHeaders,
      responses: failureComponents(routes),
      schemas: componentSchemas(),
    },
  }
}

function paths(routes, examples) {
  const found = {}
  for (const route of inOrder(routes)) {
    const path = documentPath(route.path)
    found[path] = { ...found[path], [route.method.toLowerCase()]: operation(route, examples[route.doc.id]) }
  }
  return found
}

function inOrder(routes) {
  const names = Object.keys(tags)
  const unknown = routes.find(({ doc }) => !names.includes(doc.category))
  if (unknown) throw new Error(`${unknown.path} is of a category without a description: ${unknown.doc.category}`)
  return names.flatMap(name => routes.filter(({ doc }) => doc.category === name).toSorted(byAddress))
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']
const depth = ({ path }) => path.split('/').length
const byAddress = (a, b) =>
  depth(a) - depth(b) || a.path.localeCompare(b.path, 'en') || METHODS.indexOf(a.method) - METHODS.indexOf(b.method)
