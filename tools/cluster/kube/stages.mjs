import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  gatewayUrl,
  helm,
  kubectl,
  NAMESPACE,
  listObjects,
  listPods,
  RELEASE,
  scaleComponent,
  runProgram,
  waitUntil,
  upgrade,
} from './cluster.mjs'
import { LoadGenerator } from './load.mjs'
import { runCommandsOfPages } from './pages.mjs'
import { runSpecification } from './spec.mjs'

const CURRENT = process.env.DAYMARK_CURRENT ?? 'current'
/** Number of the Helm revision to which the rollback returns: the installation. */
const ROLLBACK_REVISION = process.env.DAYMARK_REVISION ?? '1'
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

async function runUnderLoad(work, minimum, options) {
  const load = await LoadGenerator.start(await gatewayUrl())
  const failure = await work().then(
    () => undefined,
    error => error,
  )
  if (failure) {
    load.isStopping = true
    throw failure
  }
  const figures = await load.finish(minimum)
  const { requests = 0, uploads = 0 } = minimum ?? {}
  if (figures.requests < requests || figures.uploads < uploads)
    figures.short = `fewer than the required ${requests} requests and ${uploads} uploads`
  return assertNothingLost(figures, options)
}

const waitForVersion = version =>
  waitUntil(`two pods of each service, version ${version}`, 300, async () => {
    const upPods = (await listPods()).filter(pod => pod.isUp && pod.version === version)
    return SERVICES.every(name => upPods.filter(pod => pod.component === name).length === 2)
  })

/** Runs an upgrade that must fail and returns its error message. Throws if the upgrade succeeds. */
async function expectFailure(work, afterwards) {
  const message = await work().then(
    () => {
      throw new Error('The upgrade succeeded, but it should have failed.')
    },
    error => error.message,
  )
  await afterwards?.()
  return message.split('\n')[0].slice(0, 200)
}

const listImageTags = async () =>
  (await listObjects('deployments')).map(deployment =>
    deployment.spec.template.spec.containers[0].image.split(':').at(-1),
  )

export const stages = {
  install: async () => {
    await runProgram('kubectl', ['create', 'namespace', NAMESPACE])
    // from now on, Kubernetes rejects pods that do not meet the restricted pod security standard
    await kubectl('label', 'namespace', NAMESPACE, 'pod-security.kubernetes.io/enforce=restricted')
    // the test creates the encryption key, because earlier versions of the chart did not
    const keys = `kept:${randomBytes(32).toString('base64')}`
    await kubectl('create', 'secret', 'generic', `${RELEASE}-encryption`, `--from-literal=keys=${keys}`)
    await upgrade('previous', [`encryption.existingSecret=${RELEASE}-encryption`])
    await waitForVersion('previous')
    const restarts = (await listObjects('pods')).flatMap(pod =>
      pod.status.containerStatuses.map(container => container.restartCount),
    )
    return { pods: restarts.length, restarts: restarts.reduce((sum, count) => sum + count, 0) }
  },

  'helm test': async () => void (await helm('test', RELEASE)),

  upgrade: () =>
    runUnderLoad(
      async () => {
        await upgrade(CURRENT)
        await waitForVersion(CURRENT)
      },
      { requests: 10_000, uploads: 200 },
    ),

  spec: runSpecification,

  'commands of the pages': () => runCommandsOfPages(CURRENT),

  scale: () =>
    runUnderLoad(async () => {
      await scaleComponent('media', 4)
      await scaleComponent('gateway', 3)
      await scaleComponent('media', 1)
      await scaleComponent('gateway', 1)
      await scaleComponent('media', 2)
      await scaleComponent('gateway', 2)
    }),

  'evict random pods': () =>
    runUnderLoad(async () => {
      for (const endsAt = performance.now() + CHAOS_MINUTES * 60_000; performance.now() < endsAt; await delay(5000)) {
        const candidates = (await listPods()).filter(pod => pod.isUp && SERVICES.includes(pod.component))
        // evicts a pod in the same way as `kubectl drain`; the disruption budget keeps at least one pod of each service
        const pod = candidates[Math.floor(Math.random() * candidates.length)]
        if (pod) await evictPod(pod.name)
      }
      await waitForVersion(CURRENT)
    }),

  'pods are killed at random': () =>
    runUnderLoad(
      async () => {
        for (let n = 0; n < 12; n++, await delay(5000)) {
          const candidates = (await listPods()).filter(pod => pod.isUp && SERVICES.includes(pod.component))
          const pod = candidates[Math.floor(Math.random() * candidates.length)]
          if (pod) await kubectl('delete', 'pod', pod.name, '--grace-period=0', '--force')
        }
        await waitForVersion(CURRENT)
      },
      {},
      // requests that a killed process was handling may fail, but acknowledged uploads must not be lost
      { mayFail: Infinity },
    ),

  'nats restarts': () => runUnderLoad(() => restartPod('nats'), {}, { mayFail: Infinity }),
  'postgres restarts': () => runUnderLoad(() => restartPod('postgres'), {}, { mayFail: Infinity }),

  'wrong secret': () =>
    runUnderLoad(async () => {
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
    runUnderLoad(async () => {
      const before = await listImageTags()
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
      const after = await listImageTags()
      if (String(before) !== String(after)) throw new Error(`${before} became ${after}`)
      await waitForVersion(CURRENT)
    }),

  rollback: () =>
    runUnderLoad(async () => {
      await helm('rollback', RELEASE, ROLLBACK_REVISION, '--wait', '--timeout', '8m')
      await waitForVersion('previous')
    }),
}

async function evictPod(name) {
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: NAMESPACE } }
  const path = `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`
  // the disruption budget may reject the eviction (429), and the pod may already be gone: neither is an error here
  await runProgram('kubectl', ['create', '--raw', path, '-f', '-'], { input: JSON.stringify(body) }).catch(error => {
    if (!/disruption budget|NotFound/i.test(error.message)) throw error
  })
}

async function restartPod(component) {
  await delay(5000)
  await kubectl('delete', 'pod', `${RELEASE}-${component}-0`)
  await waitUntil(`${component} is back`, 240, async () => (await listPods(component)).some(pod => pod.isUp))
  // waits until the probes have noticed the change, because only ready gateways receive requests
  await delay(20_000)
  await waitForVersion(CURRENT)
  const url = await gatewayUrl()
  await waitUntil('the product answers', 120, async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.ok)
  await delay(10_000)
}
