import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { project } from '../../../deploy/local/settings.mjs'
import { toolCache } from '../engine.mjs'

export const NAMESPACE = 'photos'
export const RELEASE = 'daymark'
const programFolders = ['root/usr/bin', 'root/usr/sbin', 'bin'].map(folder => join(toolCache, folder))
const env = {
  ...process.env,
  PATH: [...programFolders, process.env.PATH, '/usr/sbin', '/sbin'].join(':'),
  KUBECONFIG: join(toolCache, 'cluster/kc/admin'),
  DOCKER_HOST: 'unix:///run/dmk/docker.sock',
}

/** Runs a program and returns its output. Rejects with the output if the program fails. */
export function runProgram(command, args, { input } = {}) {
  const child = spawn(command, args, { env, cwd: project, stdio: ['pipe', 'pipe', 'pipe'] })
  const [outputChunks, errorChunks] = [[], []]
  child.stdout.on('data', chunk => outputChunks.push(chunk))
  child.stderr.on('data', chunk => errorChunks.push(chunk))
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', code => {
      if (code === 0) return resolve(Buffer.concat(outputChunks).toString())
      reject(
        new Error(
          `${command} ${args.join(' ')}: ${Buffer.concat([...errorChunks, ...outputChunks])
            .toString()
            .trim()}`,
        ),
      )
    })
  })
}

export const kubectl = (...args) => runProgram('kubectl', ['--namespace', NAMESPACE, ...args])
export const listObjects = async (...args) => JSON.parse(await kubectl('get', ...args, '-o', 'json')).items
export const helm = (...args) => runProgram('helm', ['--namespace', NAMESPACE, ...args])

const chart = 'charts/daymark'
/** Installs or upgrades a version in the same way as an operator. `moreValues`: additional values. */
export const upgrade = (tag, moreValues = [], timeout = '8m') =>
  helm(
    ...[
      'upgrade',
      '--install',
      RELEASE,
      chart,
      '--values',
      'tools/cluster/kube/values.yaml',
      '--wait',
      '--timeout',
      timeout,
    ],
    ...[`image.tag=${tag}`, `web.image.tag=${tag}`, ...moreValues].flatMap(value => ['--set', value]),
  )

/** Calls `probe` until its result is truthy, and returns the result. Rejects after `seconds` with a message that contains `condition`. */
export async function waitUntil(condition, seconds, probe) {
  const endsAt = performance.now() + seconds * 1000
  for (;;) {
    const result = await probe()
    if (result) return result
    if (performance.now() > endsAt) throw new Error(`not within ${seconds} s: ${condition}`)
    await delay(500)
  }
}

/** Returns the URL of the gateway in the network of the cluster, which this machine can reach. */
export async function gatewayUrl() {
  return `http://${await kubectl('get', 'service', `${RELEASE}-gateway`, '-o', 'jsonpath={.spec.clusterIP}')}`
}

export async function readSecret(name, key) {
  const value = await kubectl('get', 'secret', `${RELEASE}-${name}`, '-o', `jsonpath={.data.${key}}`)
  return Buffer.from(value, 'base64').toString()
}

export async function listPods(component) {
  const podObjects = await listObjects('pods', '-l', `app.kubernetes.io/instance=${RELEASE}`)
  const isUp = ({ metadata, status }) =>
    !metadata.deletionTimestamp &&
    status.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True')
  return podObjects
    .map(pod => ({
      name: pod.metadata.name,
      component: pod.metadata.labels['app.kubernetes.io/component'],
      version: pod.metadata.labels['app.kubernetes.io/version'],
      isUp: isUp(pod),
    }))
    .filter(pod => !component || pod.component === component)
}

export const scaleComponent = async (component, count) => {
  await kubectl('scale', 'deployment', `${RELEASE}-${component}`, `--replicas=${count}`)
  await kubectl('rollout', 'status', 'deployment', `${RELEASE}-${component}`, '--timeout=5m')
  await waitUntil(`${count} pods of ${component}`, 300, async () => (await listPods(component)).length === count)
}
