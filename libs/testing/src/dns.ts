import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Answer, decode, encode, RECURSION_DESIRED } from 'dns-packet'

type Records = { A?: string[]; AAAA?: string[]; CNAME?: string; TXT?: string[]; isSilent?: boolean }

/** A name server of the test's own, over UDP: it says what the test put there, and that there is nothing else. */
export type TestDns = {
  /** For DAYMARK_SHARING_DNS_SERVERS. */
  address: string
  /** Replaces what there is of a name; without records it is gone. */
  set(name: string, records?: Records): void
  /** Names that were asked for, in order. */
  asked: string[]
  stop(): Promise<void>
}

export async function testDns(): Promise<TestDns> {
  const names = new Map<string, Records>()
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { id, questions: [question] = [] } = decode(message)
    if (!question) return
    asked.push(question.name)
    const records = names.get(question.name.toLowerCase())
    if (records?.isSilent) return
    const answers = records ? answersTo(question.name, question.type, records, names) : []
    const flags = RECURSION_DESIRED | (records ? 0 : NXDOMAIN)
    const questions = [question]
    socket.send(encode({ type: 'response', id, flags, questions, answers }), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    asked,
    set: (name, records) => void (records ? names.set(name, records) : names.delete(name)),
    async stop() {
      socket.close()
      await once(socket, 'close')
    },
  }
}

const NXDOMAIN = 3

/** As a resolver answers: behind a CNAME comes what is asked for of that name. */
function answersTo(name: string, type: string, records: Records, names: Map<string, Records>): Answer[] {
  if (records.CNAME !== undefined) {
    const behind = names.get(records.CNAME)
    const more = behind && type !== 'CNAME' ? answersTo(records.CNAME, type, behind, names) : []
    return [{ type: 'CNAME', name, data: records.CNAME }, ...more]
  }
  if (type === 'A') return (records.A ?? []).map(data => ({ type, name, data }))
  if (type === 'AAAA') return (records.AAAA ?? []).map(data => ({ type, name, data }))
  if (type === 'TXT') return (records.TXT ?? []).map(data => ({ type, name, data }))
  return []
}
