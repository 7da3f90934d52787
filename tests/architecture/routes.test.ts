import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Route, routes, v1 } from '@daymark/contracts'
import { contractOf, gatewayService } from '@daymark/gateway'

/** Table row of a call: allowed roles, token scope, whether a temporary password is enough, and whether it is in the audit log. */
const lineOf = ({ method, path, auth, scope, temporaryPassword, audited }: Route): string =>
  [
    method.padEnd(6),
    path,
    auth,
    ...(scope ? [`scope:${scope}`] : []),
    ...(temporaryPassword ? ['temporary'] : []),
    ...(audited ? ['audited'] : []),
  ].join(' ')

type Method = { name: string; contract: Route | undefined; isCall: boolean }

/** All controller methods, with their contract and whether Nest routes requests to them. */
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

describe('access to calls', () => {
  it('is recorded in routes.txt for every call', () => {
    expect(`${contracts.map(lineOf).toSorted().join('\n')}\n`).toBe(table)
  })

  it('is audited for every change by a super_admin', () => {
    const changes = contracts.filter(({ auth, method }) => auth === 'super_admin' && method !== 'GET')
    expect(changes.length).toBeGreaterThan(10)
    expect(changes.filter(({ audited }) => !audited).map(lineOf)).toEqual([])
  })

  it('is defined by a contract for every controller', () => {
    expect(methods.filter(({ isCall, contract }) => isCall && !contract).map(({ name }) => name)).toEqual([])
  })

  it('is served exactly once per contract', () => {
    const served = methods.flatMap(({ contract }) => (contract ? [lineOf(contract)] : []))
    expect(served.toSorted()).toEqual(contracts.map(lineOf).toSorted())
  })
})
