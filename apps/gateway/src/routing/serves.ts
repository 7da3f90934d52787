import { type Answer, type RouteInput, errors, type Route } from '@daymark/contracts'
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

/**
 * rule 48: adds the snake_case form of camelCase names at the top level of an object. If a request contains both forms of a name, the
 * snake_case value is used.
 */
export function addSnakeCaseNames(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const snakeCaseEntries = Object.entries(value).map(([name, entry]) => [toSnakeCase(name), entry] as const)
  return { ...Object.fromEntries(snakeCaseEntries), ...value }
}

const toSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

/** Parses path, query and body of a request by its contract. Throws INVALID_INPUT, which names the first invalid field. */
export function parseRequest({ query, body, acceptsCamelCase }: Route, request: Request): RouteInput<Route> {
  const addNames = acceptsCamelCase ? addSnakeCaseNames : (value: unknown) => value
  return {
    params: request.params as RouteInput<Route>['params'],
    query: query && parseInput(query, addNames(request.query)),
    // A missing body is parsed as an empty object, so that the error names the missing field.
    body: body && parseInput(body, addNames((request.body as unknown) ?? {})),
  }
}

/** rule 2: the response of a route that returns no data, with a sentence for users. */
export const successBody = (message: string): { success: true; message: string } => ({ success: true, message })

const CONTRACT_METADATA = Symbol('route contract')

/** Controller methods by the route that they serve. */
const servedRoutes = new Map<Route, { controller: Type; method: string }>()
export const findServedRoute = (contract: Route) => servedRoutes.get(contract)

/** Result of a controller method that sends the response itself. */
export type Sent = void

type ServingMethod<R extends Route> = (
  input: RouteInput<R>,
  caller: Caller,
  ...more: never[]
) => Answer<R> | Promise<Answer<R>> | Promise<Sent>

/**
 * `@Serves(routes.getAlbum)` binds a controller method to a route. The first parameter of the method is the parsed request, the second is
 * the caller; further parameters need decorators of Nest (`@Req()`, `@Res()`). The types must fit the contract.
 */
export function Serves<R extends Route>(contract: R) {
  return <H extends ServingMethod<R>>(target: object, name: string, descriptor: TypedPropertyDescriptor<H>): void => {
    const method = descriptor.value as object
    Reflect.defineMetadata(CONTRACT_METADATA, contract, method)
    servedRoutes.set(contract, { controller: target.constructor as Type, method: name })
    RequestMapping({ path: contract.path, method: RequestMethod[contract.method] })(target, name, descriptor)
    HttpCode(contract.status)(target, name, descriptor)
    InputOf(contract)(target, name, 0)
    CallerOf()(target, name, 1)
  }
}

/** The contract of a controller method. Undefined for a method without @Serves. */
export const contractOf = (method: object): Route | undefined =>
  Reflect.getMetadata(CONTRACT_METADATA, method) as Route | undefined

const requestOf = (context: ExecutionContext): CalledRequest => context.switchToHttp().getRequest<CalledRequest>()
const InputOf = createParamDecorator((contract: Route, context) => parseRequest(contract, requestOf(context)))
const CallerOf = createParamDecorator((_: unknown, context): Caller => {
  const { caller } = requestOf(context)
  if (!caller) throw errors.FORBIDDEN()
  return caller
})
