import compression from 'compression'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { codedTag, codingOf, uncodedTags } from '../http/entity-tags.ts'

const TAG_LISTS = ['if-match', 'if-none-match', 'if-range'] as const

/** Pictures are compressed already; events must not wait in a buffer. A part of a file is not compressed: its positions are those of the file. */
export function compressText(): RequestHandler {
  const isWhole = (request: Request, response: Response) =>
    response.statusCode !== 206 && compression.filter(request, response)
  const compress = compression({ threshold: 1024, filter: isWhole })
  return (request: Request, response: Response, next: NextFunction) => {
    tagCodings(request, response)
    if (/^\/(media\/|api\/events$)/.test(request.path)) return next()
    response.vary('Accept-Encoding')
    compress(request, response, next)
  }
}

/**
 * Everything behind this sees tags without their coding. An answer that describes no resource has no tag: Express gives one to every
 * body, also to that of a refusal.
 */
function tagCodings(request: Request, response: Response): void {
  const asked = request.headers['if-none-match'] ?? ''
  for (const name of TAG_LISTS) {
    const list = request.headers[name]
    if (typeof list === 'string' && list.includes('"')) request.headers[name] = uncodedTags(list)
  }
  const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => Response
  response.writeHead = (...given: unknown[]) => {
    const tag = response.getHeader('ETag')
    if (typeof tag === 'string') {
      const coding = response.statusCode === 304 ? codingOf(asked, tag) : response.getHeader('Content-Encoding')
      if (!isDescribed(request, response)) response.removeHeader('ETag')
      else if (coding && tag.startsWith('"')) response.setHeader('ETag', codedTag(tag, String(coding)))
    }
    return writeHead(...given)
  }
}

const isDescribed = ({ method }: Request, { statusCode, locals }: Response): boolean =>
  (statusCode < 300 || statusCode === 304) && (method === 'GET' || method === 'HEAD' || locals['isResource'] === true)
