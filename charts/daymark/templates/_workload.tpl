{{/* Objects of a service of the server image. Arguments of each: root, component, service (its values, merged with the defaults). */}}

{{- define "daymark.deployment" -}}
{{- $service := .service -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "daymark.metadata" . | nindent 2 }}
spec:
  {{- if not $service.autoscaling.enabled }}
  replicas: {{ $service.replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  # a new pod is ready before an old pod stops
  strategy: { type: RollingUpdate, rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }
  selector:
    matchLabels:
      {{- include "daymark.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "daymark.labels" . | nindent 8 }}
      {{- with $service.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ .root.Release.Name }}
      {{- include "daymark.podSecurity" (dict "uid" 1000 "seccomp" $service.seccompProfile) | nindent 6 }}
      {{- include "daymark.pullSecrets" .root | nindent 6 }}
      {{- include "daymark.placement" (dict "root" .root "component" .component "settings" $service) | nindent 6 }}
      # the delay before the signal, the time for running work, and a reserve of 10 seconds
      terminationGracePeriodSeconds: {{ add $service.preStopSeconds $service.shutdownSeconds 10 }}
      {{- if include "daymark.anyBundled" .root }}
      initContainers:
        - name: wait
          {{- include "daymark.serverImage" . | nindent 10 }}
          args: [wait, {{ .component }}]
          env:
            {{- include "daymark.env" . | nindent 12 }}
          resources:
            {{- toYaml $service.resources | nindent 12 }}
          volumeMounts:
            {{- include "daymark.volumeMounts" . | nindent 12 }}
      {{- end }}
      containers:
        - name: {{ .component }}
          {{- include "daymark.serverImage" . | nindent 10 }}
          args: [start, {{ .component }}]
          env:
            {{- include "daymark.env" . | nindent 12 }}
            - { name: DAYMARK_OPS_PORT, value: '9464' }
            - { name: DAYMARK_OPS_HOST, value: 0.0.0.0 }
            - { name: DAYMARK_SHUTDOWN_MS, value: {{ mul $service.shutdownSeconds 1000 | quote }} }
            {{- if $service.edge }}
            - { name: HOST, value: 0.0.0.0 }
            - { name: PORT, value: '8080' }
            - { name: DAYMARK_GATEWAY_TRUST_PROXY, value: {{ .root.Values.trustProxy | quote }} }
            {{- end }}
          ports:
            - { name: ops, containerPort: 9464 }
            {{- if $service.edge }}
            - { name: http, containerPort: 8080 }
            {{- end }}
          # the first start can take long, because of compilation or migrations of a large database
          startupProbe: { httpGet: { path: /healthz, port: ops }, periodSeconds: 2, timeoutSeconds: 5, failureThreshold: {{ $service.startupChecks }} }
          livenessProbe: { httpGet: { path: /healthz, port: ops }, periodSeconds: 10, timeoutSeconds: 5, failureThreshold: 6 }
          readinessProbe: { httpGet: { path: /readyz, port: ops }, periodSeconds: 5, timeoutSeconds: 6, failureThreshold: 3 }
          # gives Kubernetes time to update the endpoints before the process stops listening
          lifecycle: { preStop: { sleep: { seconds: {{ $service.preStopSeconds }} } } }
          resources:
            {{- toYaml $service.resources | nindent 12 }}
          volumeMounts:
            {{- include "daymark.volumeMounts" . | nindent 12 }}
      volumes:
        {{- include "daymark.volumes" . | nindent 8 }}
{{- end }}

{{- define "daymark.serverImage" -}}
image: {{ include "daymark.image" (dict "root" .root "image" .root.Values.image) }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
{{ include "daymark.containerSecurity" . }}
{{- end }}

{{- define "daymark.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "daymark.metadata" . | nindent 2 }}
spec:
  selector:
    {{- include "daymark.selector" . | nindent 4 }}
  {{- if not .service.edge }}
  # only for scraping metrics, because services are called over NATS
  clusterIP: None
  {{- end }}
  ports:
    - { name: ops, port: 9464, targetPort: ops }
    {{- if .service.edge }}
    - { name: http, port: 80, targetPort: http }
    {{- end }}
{{- end }}

{{- define "daymark.autoscaler" -}}
{{- $a := .service.autoscaling -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "daymark.metadata" . | nindent 2 }}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: {{ include "daymark.fullname" . }} }
  minReplicas: {{ $a.min }}
  maxReplicas: {{ $a.max }}
  metrics:
    {{- if $a.cpuPercent }}
    - type: Resource
      resource: { name: cpu, target: { type: Utilization, averageUtilization: {{ $a.cpuPercent }} } }
    {{- end }}
    {{- with $a.queue }}
    # number of events that wait for this service, from Prometheus by an adapter for external metrics (docs/operations/kubernetes.md)
    - type: External
      external:
        metric:
          name: {{ .metric }}
          selector:
            matchLabels:
              {{- toYaml .labels | nindent 14 }}
              namespace: {{ $.root.Release.Namespace }}
        target: { type: AverageValue, averageValue: {{ .perReplica | quote }} }
    {{- end }}
  behavior:
    scaleDown: { stabilizationWindowSeconds: 300 }
{{- end }}

{{- define "daymark.disruptionBudget" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "daymark.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "daymark.selector" . | nindent 6 }}
{{- end }}

{{- define "daymark.serviceMonitor" -}}
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  {{- include "daymark.metadata" . | nindent 2 }}
  {{- with .root.Values.monitoring.labels }}
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  selector:
    matchLabels:
      {{- include "daymark.selector" . | nindent 6 }}
  endpoints:
    - port: ops
      path: /metrics
      interval: {{ .root.Values.monitoring.interval }}
      # the alerts of deploy/prometheus select this job
      relabelings: [{ targetLabel: job, replacement: daymark }]
{{- end }}
