import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Route, routes, v1 } from '@daymark/contracts'
import { contractOf, gatewayService } from '@daymark/gateway'

/** What the table says of a call: who may make it, what a token needs, whether a temporary password is enough. */
const lineOf = ({ method, path, auth, scope, temporaryPassword }: Route): string =>
  [
    method.padEnd(6),
    path,
    auth,
    ...(scope ? [`scope:${scope}`] : []),
    ...(temporaryPassword ? ['temporary'] : []),
  ].join(' ')

type Method = { name: string; contract: Route | undefined; isCall: boolean }

/** Every method of every controller, with its contract and whether Nest answers requests with it. */
const methods: Method[] = (gatewayService.http?.controllers ?? []).flatMap(controller => {
  const prototype = controller.prototype as Record<string, unknown>
  return Object.getOwnPropertyNames(prototype)
    .filter(name => name !== 'constructor' && typeof prototype[name] === 'function')
    .map(name => ({
      name: `${controller.name}.${name}`,
      contract: contractOf(prototype[name] as object),
      isCall: Reflect.hasMetadata('path', prototype[name] as object),
    }))
})
const contracts: Route[] = [...Object.values(routes), ...Object.values(v1)]
const table = readFileSync(join(import.meta.dirname, 'routes.txt'), 'utf8')

describe('who may call what', () => {
  it('is recorded for every call, in routes.txt', () => {
    expect(`${contracts.map(lineOf).toSorted().join('\n')}\n`).toBe(table)
  })

  it('is in the audit log for everything that a super_admin changes', () => {
    const changes = contracts.filter(({ auth, method }) => auth === 'super_admin' && method !== 'GET')
    expect(changes.length).toBeGreaterThan(10)
    expect(changes.filter(({ audited }) => !audited).map(lineOf)).toEqual([])
  })

  it('comes from a contract for every controller', () => {
    expect(methods.filter(({ isCall, contract }) => isCall && !contract).map(({ name }) => name)).toEqual([])
  })

  it('is served once for every contract', () => {
    const served = methods.flatMap(({ contract }) => (contract ? [lineOf(contract)] : []))
    expect(served.toSorted()).toEqual(contracts.map(lineOf).toSorted())
  })
})
