import { clientAddress, type Connection, ConnectionTable } from './connections.ts'

const SECOND = 1000
let now = 0
const socket = () => ({ bytesRead: 0, bytesWritten: 0, writableLength: 0, destroy: () => undefined as never })
/** Opens connections of a network; each runs a request if `busy`. */
function open(table: ConnectionTable, network: string, { count = 1, busy = false } = {}): Connection[] {
  return Array.from({ length: count }, () => {
    const connection = table.open(socket(), network)
    if (busy) table.beginRequest(connection, network)
    return connection
  })
}
const setBytesRead = (connection: Connection, bytes: number) => Object.assign(connection.socket, { bytesRead: bytes })

describe('when all connections are in use', () => {
  const table = (max: number) => new ConnectionTable(max, () => now)

  it('one network can use all of them', () => {
    const full = table(10)
    open(full, 'house', { count: 10, busy: true })
    expect(full.isFull).toBe(false)
    open(full, 'house')
    expect(full.isFull).toBe(true)
  })

  it('a new connection replaces the longest idle connection of the network with the most connections', () => {
    const full = table(5)
    const [visitor] = open(full, 'visitor')
    const [idle, active] = open(full, 'house', { count: 2 })
    open(full, 'house', { count: 2, busy: true })
    full.beginRequest(idle!, 'house')
    full.endRequest(idle!)
    const [newcomer] = open(full, 'visitor')
    expect(full.chooseConnectionToClose(newcomer!)).toBe(active)
    expect([visitor, newcomer]).not.toContain(active)
  })

  it('a new connection replaces the slowest one if none is idle, such as a slow sender or a slow reader', () => {
    const full = table(4)
    const [upload, drip, reader] = open(full, 'house', { count: 3, busy: true })
    now += 60 * SECOND
    const [young] = open(full, 'house', { busy: true })
    setBytesRead(upload!, 5_000_000)
    setBytesRead(drip!, 500)
    // The response is in memory; the client has read a part of it.
    Object.assign(reader!.socket, { bytesWritten: 900_000, writableLength: 899_000 })
    for (const from of ['house', 'visitor']) {
      const [newcomer] = open(full, from)
      expect(full.chooseConnectionToClose(newcomer!)).toBe(drip)
      full.close(newcomer!)
    }
    full.close(drip!)
    const [newcomer] = open(full, 'house')
    expect(full.chooseConnectionToClose(newcomer!)).toBe(reader)
    expect(full.chooseConnectionToClose(newcomer!)).not.toBe(young)
  })

  it('a new connection is rejected only if its own network has the most connections and all of them are busy', () => {
    const full = table(4)
    const busy = open(full, 'house', { count: 3, busy: true })
    open(full, 'visitor', { busy: true })
    const [own] = open(full, 'house')
    expect(full.chooseConnectionToClose(own!)).toBe(own)
    full.close(own!)
    const [other] = open(full, 'visitor')
    expect(busy).toContain(full.chooseConnectionToClose(other!))
  })

  it('an attacker who opens 5,000 connections does not displace connections of other networks', () => {
    const full = table(4096)
    const house = [...open(full, 'house', { count: 50, busy: true }), ...open(full, 'house', { count: 50 })]
    const closed = new Set<Connection>()
    const arrive = (network: string) => {
      const [newcomer] = open(full, network)
      if (!full.isFull) return
      const victim = full.chooseConnectionToClose(newcomer!)
      closed.add(victim)
      full.close(victim)
    }
    for (let n = 0; n < 5000; n++) arrive('attacker')
    for (let n = 0; n < 500; n++) {
      arrive('visitor')
      arrive('attacker')
    }
    expect(full.size).toBe(4096)
    expect([...closed].map(({ network }) => network).filter(network => network !== 'attacker')).toEqual([])
    expect(house.some(connection => closed.has(connection))).toBe(false)
  })

  it('a connection of a trusted proxy counts only for the client whose request it carries', () => {
    const full = table(4)
    const pool = open(full, 'proxy', { count: 4 })
    for (const connection of pool.slice(1)) full.beginRequest(connection, 'attacker')
    full.beginRequest(pool[0]!, 'visitor')
    now += 60 * SECOND
    const [newcomer] = open(full, 'proxy')
    expect(pool.slice(1)).toContain(full.chooseConnectionToClose(newcomer!))
    for (const connection of pool) full.endRequest(connection)
    expect(new Set(pool.map(({ network }) => network))).toEqual(new Set(['proxy']))
  })

  it('ignores the end of a request whose connection is already closed', () => {
    const full = table(2)
    const [connection] = open(full, 'house', { busy: true })
    full.close(connection!)
    full.endRequest(connection!)
    expect(full.size).toBe(0)
  })
})

it.each([
  [0, '203.0.113.9', '10.0.0.1'],
  [1, undefined, '10.0.0.1'],
  [1, '203.0.113.9', '203.0.113.9'],
  [1, 'forged, 203.0.113.9', '203.0.113.9'],
  [2, 'forged, 203.0.113.9 ,10.0.0.2', '203.0.113.9'],
  [3, '203.0.113.9, 10.0.0.2', '203.0.113.9'],
])('behind %i trusted proxies, X-Forwarded-For %p identifies the client %s', (hops, header, address) => {
  const request = { socket: { remoteAddress: '10.0.0.1' }, headers: header ? { 'x-forwarded-for': header } : {} }
  expect(clientAddress(request as never, hops)).toBe(address)
})
