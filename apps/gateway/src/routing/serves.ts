import { type Answer, type Asked, errors, type Route } from '@daymark/contracts'
import { parseInput } from '@daymark/platform'
import {
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  type Type,
} from '@nestjs/common'
import type { Request } from 'express'
import type { CalledRequest, Caller } from '../session/caller.ts'

/** rule 48: names in camelCase beside those in snake_case, which win; the top level only, of what is a plain object. */
export function snakeNames(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const other = Object.entries(given).map(([name, value]) => [snake(name), value] as const)
  return { ...Object.fromEntries(other), ...given }
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

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

/** rule 2: the answer of a call that only does something, with a sentence for a person. */
export const succeeded = (message: string): { success: true; message: string } => ({ success: true, message })

const CONTRACT = Symbol('route contract')

/** Which method of which controller serves a call. */
const served = new Map<Route, { controller: Type; method: string }>()
export const servedBy = (contract: Route) => served.get(contract)

/** What a controller returns that has sent its answer itself, as it was kept. */
export type Sent = void

type Serving<R extends Route> = (
  asked: Asked<R>,
  caller: Caller,
  ...more: never[]
) => Answer<R> | Promise<Answer<R>> | Promise<Sent>

/**
 * `@Serves(routes.getAlbum)` makes a method the controller of one call: its first parameter is what was asked, checked against the
 * contract, the second who calls; more may follow with Nest's own decorators (`@Req()`, `@Res()`). The types must fit the contract.
 */
export function Serves<R extends Route>(contract: R) {
  return <H extends Serving<R>>(target: object, name: string, descriptor: TypedPropertyDescriptor<H>): void => {
    const method = descriptor.value as object
    Reflect.defineMetadata(CONTRACT, contract, method)
    served.set(contract, { controller: target.constructor as Type, method: name })
    RequestMapping({ path: contract.path, method: RequestMethod[contract.method] })(target, name, descriptor)
    HttpCode(contract.status)(target, name, descriptor)
    AskedOf(contract)(target, name, 0)
    CallerOf()(target, name, 1)
  }
}

/** Undefined for what is no call of the product. */
export const contractOf = (method: object): Route | undefined =>
  Reflect.getMetadata(CONTRACT, method) as Route | undefined

const requestOf = (context: ExecutionContext): CalledRequest => context.switchToHttp().getRequest<CalledRequest>()
const AskedOf = createParamDecorator((contract: Route, context) => readAsked(contract, requestOf(context)))
const CallerOf = createParamDecorator((_: unknown, context): Caller => {
  const { caller } = requestOf(context)
  if (!caller) throw errors.FORBIDDEN()
  return caller
})
