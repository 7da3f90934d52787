// `helm test`: checks the responses of a release at its entry points.
const { GATEWAY, WEB } = process.env
const checkResponse = async (name, url, expected, options) => {
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(20_000) })
  const text = await response.text()
  const isExpected = response.status === expected.status && (!expected.text || expected.text.test(text))
  console.log(`${isExpected ? 'ok    ' : 'FAILED'}  ${name}: ${response.status}${isExpected ? '' : ` ${text.slice(0, 300)}`}`)
  if (!isExpected) process.exitCode = 1
}
const jsonRequest = body => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

await checkResponse('all services for visitors are ready', `${GATEWAY}/readyz`, { status: 200 })
await checkResponse('identity responds over the bus', `${GATEWAY}/api/auth/login`, { status: 401 }, jsonRequest({ username: 'unknown@example.com', password: 'wrong' }))
await checkResponse('sharing responds over the bus', `${GATEWAY}/api/shares/public/there-is-no-such-link`, { status: 404 })
await checkResponse('photos require sign-in', `${GATEWAY}/api/images`, { status: 401 })
await checkResponse('the web application responds', `${WEB}/`, { status: 200, text: /<div id="root"/ })
