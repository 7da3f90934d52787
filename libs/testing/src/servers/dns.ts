import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Answer, decode, encode, RECURSION_DESIRED } from 'dns-packet'

type Records = { A?: string[]; AAAA?: string[]; CNAME?: string; TXT?: string[]; isSilent?: boolean }

/** A DNS server over UDP for tests. It answers with the records that the test has set, and with NXDOMAIN for other names. */
export type TestDns = {
  /** Address of the server, as the value of DAYMARK_DNS_SERVERS. */
  address: string
  /** Replaces the records of a name; without records the name does not exist. */
  set(name: string, records?: Records): void
  /** Names of all queries, in order. */
  queriedNames: string[]
  stop(): Promise<void>
}

export async function testDns(): Promise<TestDns> {
  const recordsByName = new Map<string, Records>()
  const queriedNames: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { id, questions: [question] = [] } = decode(message)
    if (!question) return
    queriedNames.push(question.name)
    const records = recordsByName.get(question.name.toLowerCase())
    if (records?.isSilent) return
    const answers = records ? findAnswers(question.name, question.type, records, recordsByName) : []
    const flags = RECURSION_DESIRED | (records ? 0 : NXDOMAIN)
    const questions = [question]
    socket.send(encode({ type: 'response', id, flags, questions, answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    queriedNames,
    set: (name, records) => void (records ? recordsByName.set(name, records) : recordsByName.delete(name)),
    async stop() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

const NXDOMAIN = 3

/** Returns the records of a name. As a resolver does, it returns for a CNAME also the records of its target. */
function findAnswers(name: string, type: string, records: Records, recordsByName: Map<string, Records>): Answer[] {
  if (records.CNAME !== undefined) {
    const target = recordsByName.get(records.CNAME)
    const targetAnswers = target && type !== 'CNAME' ? findAnswers(records.CNAME, type, target, recordsByName) : []
    return [{ type: 'CNAME', name, data: records.CNAME }, ...targetAnswers]
  }
  if (type === 'A') return (records.A ?? []).map(data => ({ type, name, data }))
  if (type === 'AAAA') return (records.AAAA ?? []).map(data => ({ type, name, data }))
  if (type === 'TXT') return (records.TXT ?? []).map(data => ({ type, name, data }))
  return []
}
