// `helm test`: checks the responses of a release at its entry points.
const { GATEWAY, WEB } = process.env
const ask = async (name, url, expected, options) => {
  const answer = await fetch(url, { ...options, signal: AbortSignal.timeout(20_000) })
  const text = await answer.text()
  const isExpected = answer.status === expected.status && (!expected.text || expected.text.test(text))
  console.log(`${isExpected ? 'ok    ' : 'FAILED'}  ${name}: ${answer.status}${isExpected ? '' : ` ${text.slice(0, 300)}`}`)
  if (!isExpected) process.exitCode = 1
}
const json = body => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

await ask('every service that visitors need is ready', `${GATEWAY}/readyz`, { status: 200 })
await ask('identity answers through the bus', `${GATEWAY}/api/auth/login`, { status: 401 }, json({ username: 'unknown@example.com', password: 'wrong' }))
await ask('sharing answers through the bus', `${GATEWAY}/api/shares/public/there-is-no-such-link`, { status: 404 })
await ask('photos require sign-in', `${GATEWAY}/api/images`, { status: 401 })
await ask('the web application is there', `${WEB}/`, { status: 200, text: /<div id="root"/ })
