import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { component, containersOf, examples, matches, type PodSpec, rendered } from './rendered.ts'

const root = join(import.meta.dirname, '../..')

it('D-CARD-01 the chart exists with examples', () => {
  for (const path of ['Chart.yaml', 'values.yaml', 'values.schema.json', 'templates/service.yaml', 'UPGRADING.md'])
    expect(existsSync(join(root, 'charts/daymark', path))).toBe(true)
  expect(examples).toEqual(expect.arrayContaining(['bundled', 'production', 'ingress', 'folder']))
})

describe.each(examples)('D-CARD-11 the chart, %s', example => {
  const { all, pods, of } = rendered(example)

  it('has a deployment, a service and a disruption budget for each service and the web application', () => {
    const services = ['admin', 'billing', 'developer', 'gateway', 'identity', 'library', 'media', 'sharing', 'web']
    for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget'])
      expect(of(kind).map(one => component(one.metadata.labels))).toEqual(expect.arrayContaining(services))
    for (const { spec } of of('Deployment')) expect(spec.strategy?.rollingUpdate.maxUnavailable).toBe(0)
  })

  it('has the release in every name and selector, and stays in its namespace', () => {
    for (const { kind, metadata } of all) {
      expect({ kind, name: metadata.name }).toEqual({ kind, name: expect.stringMatching(/^daymark(-|$)/) })
      expect(metadata.namespace).toBe('photos')
      expect(metadata.labels?.['app.kubernetes.io/instance']).toBe('daymark')
    }
  })

  it('selects only its own pods', () => {
    const selectors = all.flatMap(({ spec }) => [spec?.selector, spec?.podSelector]).filter(one => one?.matchLabels)
    expect(selectors.length).toBeGreaterThan(20)
    for (const one of selectors) expect(one?.matchLabels).toMatchObject({ 'app.kubernetes.io/instance': 'daymark' })
  })

  it.each(pods.map(pod => [pod.name, pod] as const))('%s is restricted', (_, pod) => {
    const { spec } = pod
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: expect.any(String) } })
    expect(['RuntimeDefault', 'Localhost']).toContain(spec.securityContext?.seccompProfile?.type)
    expect(spec.securityContext?.runAsUser).toBeGreaterThan(0)
    expect([spec.hostNetwork, spec.hostPID, spec.hostIPC]).toEqual([undefined, undefined, undefined])
    expect(spec.volumes?.filter(volume => volume.hostPath)).toEqual([])
    // names of services would become environment variables, and only pods that call Kubernetes need a token
    expect([spec.enableServiceLinks, spec.automountServiceAccountToken]).toEqual([false, false])
    for (const { securityContext } of containersOf(pod))
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
  })

  it('limits the memory of every container and requests resources', () => {
    for (const pod of pods)
      for (const { resources } of containersOf(pod))
        expect(resources).toMatchObject({
          requests: { cpu: expect.anything(), memory: expect.any(String) },
          limits: { memory: expect.any(String) },
        })
  })

  it('has probes for every long-running container and a shutdown time', () => {
    for (const { spec } of pods.filter(pod => ['Deployment', 'StatefulSet'].includes(pod.kind))) {
      const [container] = spec.containers
      expect(container).toMatchObject({ readinessProbe: expect.anything(), livenessProbe: expect.anything() })
      expect(spec.topologySpreadConstraints).toHaveLength(2)
    }
    for (const { spec } of pods.filter(pod => pod.kind === 'Deployment')) {
      const { pause, shutdown } = pausesOf(spec)
      expect(pause).toBeGreaterThan(0)
      expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(pause + shutdown)
    }
  })

  it('contains no secret except the generated certificate of the bus', () => {
    const secret = /SECRET|PASSWORD|TOKEN|CREDS|PRIVATE_KEY|ACCESS_KEY|NKEY|DATABASE_URL|MAIL_URL/
    const secrets = pods
      .flatMap(containersOf)
      .flatMap(({ env = [] }) => env)
      .filter(({ name, value }) => secret.test(name) && value !== undefined)
    expect(secrets.length).toBeGreaterThan(20)
    for (const { name, value } of secrets)
      expect(`${name}=${value}`).toMatch(/_FILE=\/run\/secrets\/|DATABASE_URL=postgres:\/\/none\.invalid\/none$/)
    const kept = of('Secret').map(({ metadata, data }) => ({ name: metadata.name, data }))
    const bundled = ['bundled', 'folder'].includes(example)
    const made = { 'ca.crt': 'MADE', 'tls.crt': 'MADE', 'tls.key': 'MADE' }
    expect(kept).toEqual(bundled ? [{ name: 'daymark-nats-tls', data: made }] : [])
    for (const { metadata } of of('Secret')) expect(metadata.annotations?.['helm.sh/resource-policy']).toBe('keep')
  })

  it('mounts in each service its own bus key, and the key for calls only in gateway, admin and identity', () => {
    for (const { labels, spec } of pods.filter(pod => pod.kind === 'Deployment' && component(pod.labels) !== 'web')) {
      const keys = (spec.volumes ?? [])
        .flatMap(volume => volume.projected?.sources ?? [])
        .flatMap(({ secret }) => secret?.items ?? [])
        .map(({ key }) => key)
      const own = component(labels)
      expect(keys.filter(key => key.endsWith('.nk'))).toEqual([`${own}.nk`])
      expect(keys.includes('rpc.key')).toBe(['gateway', 'admin', 'identity'].includes(own))
      expect(keys.includes('url')).toBe(own !== 'gateway')
      expect(keys.includes('admin-password')).toBe(own === 'identity')
    }
  })

  it('L-MKT-10 mounts settings, keys or volumes for backups and allows access to the backup store only in media and admin', () => {
    const chosen = { production: ['BACKUP', 'OFFSITE'], folder: ['BACKUP'] }[example] ?? []
    for (const { labels, spec } of pods.filter(pod => pod.kind === 'Deployment')) {
      const name = component(labels)
      const has = ['media', 'admin'].includes(name)
      const drivers = (spec.containers[0]?.env ?? []).filter(one => /_(BACKUP|OFFSITE)_DRIVER$/.test(one.name))
      expect([name, drivers.length]).toEqual([name, has ? chosen.length : 0])
      const mounted = JSON.stringify(spec.volumes ?? [])
      for (const mark of example === 'folder' ? ['"claimName":"backups"'] : ['backup-secret-key', 'offsite-secret-key'])
        expect([name, mark, mounted.includes(mark)]).toEqual([name, mark, has && chosen.length > 0])
    }
    const outside = of('NetworkPolicy').filter(({ spec }) => JSON.stringify(spec.egress ?? []).includes('"port":443'))
    const names = outside.map(({ metadata }) => component(metadata.labels))
    expect(names.includes('admin')).toBe(example === 'production')
  })

  it('allows one pod to call Kubernetes, for secrets only', () => {
    const asking = pods.filter(({ spec }) =>
      spec.volumes?.some(volume => volume.projected?.sources.some(source => source.serviceAccountToken)),
    )
    expect(asking.map(({ labels }) => component(labels))).toEqual(example === 'production' ? [] : ['secrets'])
    expect(of('ClusterRole')).toEqual([])
    for (const { rules } of of('Role'))
      expect(rules).toEqual([
        { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
        { apiGroups: [''], resources: ['secrets'], resourceNames: ['daymark-bus'], verbs: ['get', 'patch'] },
      ])
  })

  it('migrates before a new version starts and while the earlier one is running', () => {
    const [job, ...more] = of('Job').filter(one => component(one.spec.template?.metadata.labels) === 'migrate')
    expect(more).toEqual([])
    expect(job?.spec.template?.spec.containers[0]?.args).toEqual(['migrate'])
    const hook = example === 'production' ? 'pre-install,pre-upgrade' : undefined
    expect(job?.metadata.annotations?.['helm.sh/hook']).toBe(hook)
  })

  it('does not restart database, bus and store for a new version, which their pods do not name', () => {
    const stateful = pods.filter(pod => pod.kind === 'StatefulSet')
    expect(stateful).toHaveLength({ bundled: 3, ingress: 3, folder: 2 }[example] ?? 0)
    for (const { labels, spec } of stateful)
      expect(JSON.stringify([labels, spec])).not.toMatch(/"0\.1\.0"|:0\.1\.0|daymark-0\.1\.0/)
  })

  it('has one network policy per pod, and every allowed target accepts the connection', () => {
    const policies = of('NetworkPolicy')
    const [deny, ...others] = policies
      .toSorted((a, b) => a.metadata.name.length - b.metadata.name.length)
      .toSorted((a, b) => Number(b.metadata.name === 'daymark-deny') - Number(a.metadata.name === 'daymark-deny'))
    expect(deny?.metadata.name).toBe('daymark-deny')
    expect([deny?.spec.ingress, deny?.spec.egress, deny?.spec.policyTypes]).toEqual([
      undefined,
      undefined,
      ['Ingress', 'Egress'],
    ])
    for (const { labels } of pods) {
      const own = others.filter(({ spec }) => matches(spec.podSelector?.matchLabels ?? {}, labels))
      expect([component(labels), own.length]).toEqual([component(labels), 1])
      for (const rule of own.flatMap(({ spec }) => spec.egress ?? []))
        for (const peer of rule.to ?? [])
          for (const target of pods.filter(
            pod => peer.podSelector && matches(peer.podSelector.matchLabels, pod.labels),
          ))
            expect([
              component(labels),
              component(target.labels),
              isAllowed(others, labels, target.labels, rule.ports),
            ]).toEqual([component(labels), component(target.labels), true])
    }
  })

  it('only their clients can reach database and store, and services cannot reach each other', () => {
    const into = (name: string) =>
      of('NetworkPolicy')
        .filter(({ metadata }) => metadata.name === `daymark-${name}`)
        .flatMap(({ spec }) => spec.ingress ?? [])
        .flatMap(({ from = [] }) => from.map(peer => component(peer.podSelector?.matchLabels)))
    const keeping = ['admin', 'billing', 'developer', 'identity', 'library', 'media', 'sharing']
    const bundled = of('StatefulSet').map(({ metadata }) => component(metadata.labels))
    const expected = { postgres: [...keeping, 'migrate', 'test'].toSorted(), store: ['gateway', 'media', 'test'] }
    for (const [name, owners] of Object.entries(expected))
      expect([name, into(name).toSorted()]).toEqual([name, bundled.includes(name) ? owners : []])
    for (const name of keeping) expect(into(name).filter(Boolean)).toEqual([])
    expect(into('gateway').filter(Boolean)).toEqual(['test'])
  })
})

const pausesOf = ({ containers: [container] }: PodSpec) => ({
  pause: container?.lifecycle?.preStop?.sleep?.seconds ?? 0,
  shutdown: Number(container?.env?.find(({ name }) => name === 'DAYMARK_SHUTDOWN_MS')?.value ?? 0) / 1000,
})

type Policy = ReturnType<ReturnType<typeof rendered>['of']>[number]
type Ports = { protocol: string; port: number }[] | undefined

function isAllowed(
  policies: Policy[],
  from: Record<string, string>,
  to: Record<string, string>,
  ports: Ports,
): boolean {
  return policies
    .filter(({ spec }) => matches(spec.podSelector?.matchLabels ?? {}, to))
    .flatMap(({ spec }) => spec.ingress ?? [])
    .some(
      rule =>
        rule.from?.some(peer => peer.podSelector && matches(peer.podSelector.matchLabels, from)) &&
        ports?.every(({ port }) => rule.ports?.some(one => one.port === port)),
    )
}

describe('D-CARD-11 the values of the chart', () => {
  const schema = readFileSync(join(root, 'charts/daymark/values.schema.json'), 'utf8')
  type Node = { type?: unknown; properties?: object; additionalProperties?: unknown; [key: string]: unknown }
  const objects = (node: unknown): Node[] =>
    typeof node !== 'object' || node === null
      ? []
      : [...('properties' in node && 'type' in node ? [node as Node] : []), ...Object.values(node).flatMap(objects)]

  it('reject unknown names on every level', () => {
    const all = objects(JSON.parse(schema))
    expect(all.length).toBeGreaterThan(20)
    expect(all.filter(node => node.additionalProperties !== false)).toEqual([])
  })
})
