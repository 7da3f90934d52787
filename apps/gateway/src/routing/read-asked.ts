import type { Asked, Route } from '@daymark/contracts'
import { parseInput } from '@daymark/platform'
import type { Request } from 'express'
import { snakeNames } from './spellings.ts'

/** Path, query and body of a request as its contract wants them; INVALID_INPUT names the first that does not fit. */
export function readAsked({ query, body, acceptsCamelCase }: Route, request: Request): Asked<Route> {
  const named = acceptsCamelCase ? snakeNames : (given: unknown) => given
  return {
    params: request.params as Asked<Route>['params'],
    query: query && parseInput(query, named(request.query)),
    // No body at all is an empty one: the sentence then names the field that is missing.
    body: body && parseInput(body, named((request.body as unknown) ?? {})),
  }
}
