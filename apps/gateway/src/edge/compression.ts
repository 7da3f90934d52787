import compression from 'compression'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { addCoding, findCoding, removeCodings } from '../http/entity-tags.ts'

const TAG_LIST_HEADERS = ['if-match', 'if-none-match', 'if-range'] as const

/**
 * Compresses text responses. Pictures are already compressed, and the event stream must not be buffered. A partial response is not
 * compressed because its positions refer to the uncompressed file.
 */
export function compressText(): RequestHandler {
  const isCompressible = (request: Request, response: Response) =>
    response.statusCode !== 206 && compression.filter(request, response)
  const compress = compression({ threshold: 1024, filter: isCompressible })
  return (request: Request, response: Response, next: NextFunction) => {
    adjustEntityTags(request, response)
    if (/^\/(media\/|api\/events$)/.test(request.path)) return next()
    response.vary('Accept-Encoding')
    compress(request, response, next)
  }
}

/**
 * Removes the content coding from the entity tags of the request, and adds it to the entity tag of the response. Express sets a tag for
 * every body, including those of errors; the tag is removed unless the response represents a resource.
 */
function adjustEntityTags(request: Request, response: Response): void {
  const ifNoneMatch = request.headers['if-none-match'] ?? ''
  for (const name of TAG_LIST_HEADERS) {
    const tagList = request.headers[name]
    if (typeof tagList === 'string' && tagList.includes('"')) request.headers[name] = removeCodings(tagList)
  }
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => Response
  response.writeHead = (...args: unknown[]) => {
    const tag = response.getHeader('ETag')
    if (typeof tag === 'string') {
      const contentCoding =
        response.statusCode === 304 ? findCoding(ifNoneMatch, tag) : response.getHeader('Content-Encoding')
      if (!representsResource(request, response)) response.removeHeader('ETag')
      else if (contentCoding && tag.startsWith('"')) response.setHeader('ETag', addCoding(tag, String(contentCoding)))
    }
    return writeHead(...args)
  }
}

const representsResource = ({ method }: Request, { statusCode, locals }: Response): boolean =>
  (statusCode < 300 || statusCode === 304) && (method === 'GET' || method === 'HEAD' || locals['isResource'] === true)
