// Stands in for a decoding process that a photo has compromised: attempts the attack that the job names, and sends the result.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'

const connectTo = port =>
  new Promise((resolve, reject) => {
    connect(port, '127.0.0.1')
      .once('connect', () => resolve('connected'))
      .once('error', reject)
  })
const runPerl = script => execFileSync('perl', ['-e', script]).toString()
const attacks = {
  environment: () => readFileSync(`/proc/${process.ppid}/environ`, 'latin1'),
  own: () => JSON.stringify(process.env),
  read: path => readFileSync(path, 'latin1'),
  list: path => readdirSync(path).join(),
  write: path => writeFileSync(path, 'x') ?? 'written',
  network: port => connectTo(Number(port)),
  root: pid => readdirSync(`/proc/${pid}/root/etc`).join(),
  kill: pid => process.kill(Number(pid), 0) && 'reached',
  perlRead: path => runPerl(`open(F,'<','${path}') or die 'no'; print <F>`),
  perlNetwork: port =>
    runPerl(
      `use Socket; socket(S,PF_INET,SOCK_STREAM,0); connect(S,sockaddr_in(${port},inet_aton('127.0.0.1'))) or die 'no'; print 'connected'`,
    ),
  uid: () => String(process.getuid()),
  link: folder => symlinkSync('/etc/passwd', `${folder}/sm.jpg`) ?? 'made',
}
process.on('message', async ({ type, path }) => {
  const facts = await Promise.resolve()
    .then(() => attacks[type](path))
    .then(
      got => ({ got }),
      error => ({ refused: String(error.code ?? error.message) }),
    )
  process.send({ kind: 'result', rssBytes: 0, result: { kind: 'done', photo: facts } })
})
process.send({ kind: 'ready' })
