import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { gatewayUrl, helm, kubectl, NAMESPACE, objects, pods, RELEASE, scaled, sh, until, upgrade } from './cluster.mjs'
import { Load } from './load.mjs'
import { runCommandsOfPages } from './pages.mjs'
import { runSpecification } from './spec.mjs'

const CURRENT = process.env.DAYMARK_CURRENT ?? 'current'
/** Number of the Helm revision to which the rollback returns: the installation. */
const BACK_TO = process.env.DAYMARK_REVISION ?? '1'
const CHAOS_MINUTES = Number(process.env.DAYMARK_CHAOS_MINUTES ?? 5)
const SERVICES = ['admin', 'billing', 'developer', 'gateway', 'identity', 'library', 'media', 'sharing', 'web']

/** Throws if requests failed or acknowledged uploads are lost. */
function assertNothingLost(figures, { mayFail = 0 } = {}) {
  const { lost, failures, ...facts } = figures
  if (lost.length)
    throw new Error(`${lost.length} uploads are lost: ${lost.slice(0, 3).join('; ')}; ${JSON.stringify(facts)}`)
  if (facts.failed > mayFail)
    throw new Error(`${facts.failed} of ${facts.requests + facts.failed} failed: ${failures.slice(0, 8).join('; ')}`)
  return { ...facts, lost: 0, ...(failures.length && { firstFailures: failures.slice(0, 4) }) }
}

async function underLoad(work, atLeast, how) {
  const load = await Load.start(await gatewayUrl())
  const problem = await work().then(
    () => undefined,
    error => error,
  )
  if (problem) {
    load.stopping = true
    throw problem
  }
  const figures = await load.finish(atLeast)
  const { requests = 0, uploads = 0 } = atLeast ?? {}
  if (figures.requests < requests || figures.uploads < uploads)
    figures.short = `fewer than the required ${requests} requests and ${uploads} uploads`
  return assertNothingLost(figures, how)
}

const waitForVersion = version =>
  until(`two pods of each service, version ${version}`, 300, async () => {
    const up = (await pods()).filter(pod => pod.isUp && pod.version === version)
    return SERVICES.every(name => up.filter(pod => pod.component === name).length === 2)
  })

/** Runs an upgrade that must fail and returns its error message. Throws if the upgrade succeeds. */
async function expectFailure(work, afterwards) {
  const message = await work().then(
    () => {
      throw new Error('it was accepted')
    },
    error => error.message,
  )
  await afterwards?.()
  return message.split('\n')[0].slice(0, 200)
}

const images = async () =>
  (await objects('deployments')).map(one => one.spec.template.spec.containers[0].image.split(':').at(-1))

export const stages = {
  install: async () => {
    await sh('kubectl', ['create', 'namespace', NAMESPACE])
    // from now on, Kubernetes rejects pods that do not meet the restricted pod security standard
    await kubectl('label', 'namespace', NAMESPACE, 'pod-security.kubernetes.io/enforce=restricted')
    // the test creates the encryption key, because earlier versions of the chart did not
    const keys = `kept:${randomBytes(32).toString('base64')}`
    await kubectl('create', 'secret', 'generic', `${RELEASE}-encryption`, `--from-literal=keys=${keys}`)
    await upgrade('previous', [`encryption.existingSecret=${RELEASE}-encryption`])
    await waitForVersion('previous')
    const restarts = (await objects('pods')).flatMap(pod => pod.status.containerStatuses.map(one => one.restartCount))
    return { pods: restarts.length, restarts: restarts.reduce((sum, one) => sum + one, 0) }
  },

  'helm test': async () => void (await helm('test', RELEASE)),

  upgrade: () =>
    underLoad(
      async () => {
        await upgrade(CURRENT)
        await waitForVersion(CURRENT)
      },
      { requests: 10_000, uploads: 200 },
    ),

  spec: runSpecification,

  'commands of the pages': () => runCommandsOfPages(CURRENT),

  scale: () =>
    underLoad(async () => {
      await scaled('media', 4)
      await scaled('gateway', 3)
      await scaled('media', 1)
      await scaled('gateway', 1)
      await scaled('media', 2)
      await scaled('gateway', 2)
    }),

  'pods go at random': () =>
    underLoad(async () => {
      for (const end = performance.now() + CHAOS_MINUTES * 60_000; performance.now() < end; await delay(5000)) {
        const all = (await pods()).filter(pod => pod.isUp && SERVICES.includes(pod.component))
        // evicts a pod in the same way as `kubectl drain`; the disruption budget keeps at least one pod of each service
        const chosen = all[Math.floor(Math.random() * all.length)]
        if (chosen) await evict(chosen.name)
      }
      await waitForVersion(CURRENT)
    }),

  'pods are killed at random': () =>
    underLoad(
      async () => {
        for (let n = 0; n < 12; n++, await delay(5000)) {
          const all = (await pods()).filter(pod => pod.isUp && SERVICES.includes(pod.component))
          const chosen = all[Math.floor(Math.random() * all.length)]
          if (chosen) await kubectl('delete', 'pod', chosen.name, '--grace-period=0', '--force')
        }
        await waitForVersion(CURRENT)
      },
      {},
      // requests that a killed process was handling may fail, but acknowledged uploads must not be lost
      { mayFail: Infinity },
    ),

  'nats restarts': () => underLoad(() => restart('nats'), {}, { mayFail: Infinity }),
  'postgres restarts': () => underLoad(() => restart('postgres'), {}, { mayFail: Infinity }),

  'wrong secret': () =>
    underLoad(async () => {
      await kubectl(
        'create',
        'secret',
        'generic',
        'wrong',
        '--from-literal=secret=another secret of more than 32 characters',
        '--from-literal=admin-password=x',
      )
      await expectFailure(() => upgrade(CURRENT, ['app.existingSecret=wrong', 'migrate.attempts=0'], '90s'))
      await kubectl('delete', 'secret', 'wrong')
      await waitForVersion(CURRENT)
    }),

  'failing migration': () =>
    underLoad(async () => {
      const before = await images()
      // the migration of the new version fails, because it cannot connect with this role
      await kubectl(
        'create',
        'secret',
        'generic',
        'powerless',
        '--from-literal=password=x',
        '--from-literal=url=postgres://unknown:x@daymark-postgres:5432/daymark',
      )
      await expectFailure(() =>
        upgrade(
          'previous',
          ['postgres.existingSecret=powerless', 'migrate.attempts=0', 'migrate.deadlineSeconds=60'],
          '3m',
        ),
      )
      await kubectl('delete', 'secret', 'powerless')
      const after = await images()
      if (String(before) !== String(after)) throw new Error(`${before} became ${after}`)
      await waitForVersion(CURRENT)
    }),

  rollback: () =>
    underLoad(async () => {
      await helm('rollback', RELEASE, BACK_TO, '--wait', '--timeout', '8m')
      await waitForVersion('previous')
    }),
}

async function evict(name) {
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: NAMESPACE } }
  const path = `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`
  // the disruption budget may reject the eviction (429), and the pod may already be gone: neither is an error here
  await sh('kubectl', ['create', '--raw', path, '-f', '-'], { input: JSON.stringify(body) }).catch(error => {
    if (!/disruption budget|NotFound/i.test(error.message)) throw error
  })
}

async function restart(component) {
  await delay(5000)
  await kubectl('delete', 'pod', `${RELEASE}-${component}-0`)
  await until(`${component} is back`, 240, async () => (await pods(component)).some(pod => pod.isUp))
  // waits until the probes have noticed the change, because only ready gateways receive requests
  await delay(20_000)
  await waitForVersion(CURRENT)
  const url = await gatewayUrl()
  await until('the product answers', 120, async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok)
  await delay(10_000)
}
