import type { Asked, Route } from '@daymark/contracts'
import { parseInput } from '@daymark/platform'
import type { Request } from 'express'

/** Path, query and body of a request as its contract wants them; INVALID_INPUT names the first that does not fit. */
export function readAsked({ query, body, spellings }: Route, request: Request): Asked<Route> {
  const read = (given: unknown): unknown => (spellings === 'both' ? inSnakeCase(given) : given)
  return {
    params: request.params as Asked<Route>['params'],
    query: query && parseInput(query, read(request.query)),
    // No body at all is an empty one: the sentence then names the field that is missing.
    body: body && parseInput(body, read((request.body as unknown) ?? {})),
  }
}

/** The names of an object's own fields (rule 48); where both spellings are given, the one of the answers counts. */
export function inSnakeCase(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const entries = Object.entries(given)
  const respelt = entries.map(([name, value]) => [snakeCase(name), value] as const)
  return Object.fromEntries([...respelt, ...entries])
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
