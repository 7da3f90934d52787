import { clientAddress, type Connection, ConnectionTable } from './connections.ts'

const SECOND = 1000
let now = 0
const socket = () => ({ bytesRead: 0, bytesWritten: 0, writableLength: 0, destroy: () => undefined as never })
/** Opens connections of a network; each runs a request if `busy`. */
function open(table: ConnectionTable, network: string, { count = 1, busy = false } = {}): Connection[] {
  return Array.from({ length: count }, () => {
    const connection = table.open(socket(), network)
    if (busy) table.requestBegan(connection, network)
    return connection
  })
}
const move = (connection: Connection, bytes: number) => Object.assign(connection.socket, { bytesRead: bytes })

describe('when all connections are in use', () => {
  const table = (max: number) => new ConnectionTable(max, () => now)

  it('one network may have all of them', () => {
    const full = table(10)
    open(full, 'house', { count: 10, busy: true })
    expect(full.isFull).toBe(false)
    open(full, 'house')
    expect(full.isFull).toBe(true)
  })

  it('the longest idle connection of the network with most connections is closed for a newcomer', () => {
    const full = table(5)
    const [visitor] = open(full, 'visitor')
    const [idle, active] = open(full, 'house', { count: 2 })
    open(full, 'house', { count: 2, busy: true })
    full.requestBegan(idle!, 'house')
    full.requestEnded(idle!)
    const [newcomer] = open(full, 'visitor')
    expect(full.victim(newcomer!)).toBe(active)
    expect([visitor, newcomer]).not.toContain(active)
  })

  it('the slowest is closed where none is idle: a slow body, a slow reader', () => {
    const full = table(4)
    const [upload, drip, reader] = open(full, 'house', { count: 3, busy: true })
    now += 60 * SECOND
    const [young] = open(full, 'house', { busy: true })
    move(upload!, 5_000_000)
    move(drip!, 500)
    // The response is in memory; the client has read a part of it.
    Object.assign(reader!.socket, { bytesWritten: 900_000, writableLength: 899_000 })
    for (const from of ['house', 'visitor']) {
      const [newcomer] = open(full, from)
      expect(full.victim(newcomer!)).toBe(drip)
      full.close(newcomer!)
    }
    full.close(drip!)
    const [newcomer] = open(full, 'house')
    expect(full.victim(newcomer!)).toBe(reader)
    expect(full.victim(newcomer!)).not.toBe(young)
  })

  it('a newcomer is refused where its own network has most and all of that are at work, but never for another network', () => {
    const full = table(4)
    const busy = open(full, 'house', { count: 3, busy: true })
    open(full, 'visitor', { busy: true })
    const [own] = open(full, 'house')
    expect(full.victim(own!)).toBe(own)
    full.close(own!)
    const [other] = open(full, 'visitor')
    expect(busy).toContain(full.victim(other!))
  })

  it('5,000 connections of an attacker, replaced as fast as they are closed, cost no other network a connection', () => {
    const full = table(4096)
    const house = [...open(full, 'house', { count: 50, busy: true }), ...open(full, 'house', { count: 50 })]
    const closed = new Set<Connection>()
    const arrive = (network: string) => {
      const [newcomer] = open(full, network)
      if (!full.isFull) return
      const victim = full.victim(newcomer!)
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

  it('connections of a trusted proxy count for the client whose request is under way, and for nobody else', () => {
    const full = table(4)
    const pool = open(full, 'proxy', { count: 4 })
    for (const connection of pool.slice(1)) full.requestBegan(connection, 'attacker')
    full.requestBegan(pool[0]!, 'visitor')
    now += 60 * SECOND
    const [newcomer] = open(full, 'proxy')
    expect(pool.slice(1)).toContain(full.victim(newcomer!))
    for (const connection of pool) full.requestEnded(connection)
    expect(new Set(pool.map(({ network }) => network))).toEqual(new Set(['proxy']))
  })

  it('a request that ends after its connection changes nothing', () => {
    const full = table(2)
    const [connection] = open(full, 'house', { busy: true })
    full.close(connection!)
    full.requestEnded(connection!)
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
])('behind %i trusted proxies, X-Forwarded-For %p names the client %s', (hops, header, address) => {
  const request = { socket: { remoteAddress: '10.0.0.1' }, headers: header ? { 'x-forwarded-for': header } : {} }
  expect(clientAddress(request as never, hops)).toBe(address)
})
