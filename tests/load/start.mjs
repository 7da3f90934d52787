import { median } from './figures.mjs'
import { family, residentFamilyMb, residentMb } from './memory.mjs'

const part = 'start'
const REST_MS = 2000

/** Time from start to the first response. The first start also creates the tables. Runs first, with an empty installation. */
export async function measureStart({ installation, report, counts, firstStart }) {
  report.add({
    part,
    what: 'first start to ready',
    value: firstStart,
    unit: 's',
    of: 'tables made, first administrator made',
  })
  const times = []
  for (let round = 0; round < counts.start.rounds; round++) {
    await installation.stopServer()
    times.push(await installation.start())
  }
  const of = `median of ${times.length}`
  report.add({ part, what: 'second start to ready', value: median(times), unit: 's', atMost: 5, of })
  await new Promise(resolve => setTimeout(resolve, REST_MS))
  const { pid, postgres } = installation
  const also = `with its ${family(pid).length - 1} processes ${residentFamilyMb(pid).toFixed(0)} MB, Postgres ${residentFamilyMb(postgres.pid).toFixed(0)} MB (shared pages counted in each)`
  report.add({ part, what: 'memory of the server, idle', value: residentMb(pid), unit: 'MB', of: also })
}
