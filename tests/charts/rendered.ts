import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

export const chart = join(import.meta.dirname, '../../charts/daymark')
export const examples = readdirSync(join(chart, 'examples'))

type Labels = Record<string, string>
type Probe = { httpGet?: object; exec?: object }
type Container = {
  name: string
  image: string
  args?: string[]
  env?: { name: string; value?: string; valueFrom?: object }[]
  securityContext?: {
    allowPrivilegeEscalation?: boolean
    readOnlyRootFilesystem?: boolean
    privileged?: boolean
    capabilities?: { drop?: string[]; add?: string[] }
  }
  resources?: { requests?: Labels; limits?: Labels }
  startupProbe?: Probe
  readinessProbe?: Probe
  livenessProbe?: Probe
  volumeMounts?: { name: string; mountPath: string; readOnly?: boolean }[]
  lifecycle?: { preStop?: { sleep?: { seconds: number } } }
}
type Source = { secret?: { name: string; items?: { key: string; path: string }[] }; serviceAccountToken?: object }
export type PodSpec = {
  automountServiceAccountToken?: boolean
  enableServiceLinks?: boolean
  hostNetwork?: boolean
  hostPID?: boolean
  hostIPC?: boolean
  serviceAccountName?: string
  securityContext?: { runAsNonRoot?: boolean; runAsUser?: number; seccompProfile?: { type: string } }
  terminationGracePeriodSeconds?: number
  topologySpreadConstraints?: object[]
  initContainers?: Container[]
  containers: Container[]
  volumes?: { name: string; hostPath?: object; projected?: { sources: Source[] }; secret?: object }[]
}
type Peer = { podSelector?: { matchLabels: Labels }; ipBlock?: { cidr: string }; namespaceSelector?: object }
type Rule = { from?: Peer[]; to?: Peer[]; ports?: { protocol: string; port: number }[] }
type Resource = {
  kind: string
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Labels }
  type?: string
  data?: Labels
  rules?: object[]
  spec: {
    replicas?: number
    selector?: { matchLabels: Labels }
    podSelector?: { matchLabels: Labels }
    policyTypes?: string[]
    ingress?: Rule[]
    egress?: Rule[]
    strategy?: { rollingUpdate: { maxUnavailable: number } }
    template?: { metadata: { labels: Labels }; spec: PodSpec }
    groups?: object[]
  } & PodSpec
}
type Pod = { name: string; kind: string; labels: Labels; spec: PodSpec }

/** The committed output of the chart for an example; tools/charts.mjs checks that it is current. */
export function rendered(example: string) {
  const text = readFileSync(join(chart, 'examples', example, 'rendered.yaml'), 'utf8')
  const all = parseAllDocuments(text)
    .map(document => document.toJS() as Resource | null)
    .filter(one => one !== null)
  const pods: Pod[] = all.flatMap(({ kind, metadata, spec }) => {
    if (kind === 'Pod') return [{ name: metadata.name, kind, labels: metadata.labels ?? {}, spec }]
    const { template } = spec ?? {}
    return template ? [{ name: metadata.name, kind, labels: template.metadata.labels, spec: template.spec }] : []
  })
  return { text, all, pods, of: (kind: string) => all.filter(one => one.kind === kind) }
}

export const containersOf = ({ spec }: Pod): Container[] => [...(spec.initContainers ?? []), ...spec.containers]
export const component = (labels: Labels = {}): string => labels['app.kubernetes.io/component'] ?? ''
export const matches = (selector: Labels, labels: Labels): boolean =>
  Object.entries(selector).every(([key, value]) => labels[key] === value)
