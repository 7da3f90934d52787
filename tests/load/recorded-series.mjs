const LABELS = 'instance="127.0.0.1:9464", job="daymark"'
/** The histogram buckets that the rules use. */
const LIMITS = /le="(60(\.0)?|\+Inf)"/

/** Scrapes repeatedly from now on; `up` is 1 if the product answered. */
export function recordOf(url, names, everyMs) {
  const series = new Map()
  let taken = 0
  const take = async () => {
    const slot = taken++
    const text = await fetch(url, { signal: AbortSignal.timeout(everyMs * 0.9) }).then(
      answer => answer.text(),
      () => undefined,
    )
    if (names.includes('up')) put(series, `up{${LABELS}}`, slot, text === undefined ? '0' : '1')
    for (const [name, value] of valuesOf(text ?? '', names)) put(series, name, slot, value)
  }
  void take()
  const timer = setInterval(() => void take(), everyMs)
  return {
    stop: () => clearInterval(timer),
    /** Seconds until the last scrape. */
    now: () => ((taken - 1) * everyMs) / 1000,
    test: (name, fired) => testOf({ name, series, taken, everyMs, fired }),
  }
}

function* valuesOf(text, names) {
  for (const line of text.split('\n')) {
    if (!names.some(name => line.startsWith(name)) || (line.includes('_bucket{') && !LIMITS.test(line))) continue
    const at = line.lastIndexOf(' ')
    const [, name, labels = ''] = /^([^{]+)(?:\{(.*)\})?$/.exec(line.slice(0, at)) ?? []
    yield [`${name}{${[LABELS, labels].filter(Boolean).join(', ')}}`, line.slice(at + 1)]
  }
}

function put(series, name, slot, value) {
  const values = series.get(name) ?? []
  values[slot] = value
  series.set(name, values)
}

/** In promtool's format, with `_` for missing values. */
function testOf({ name, series, taken, everyMs, fired }) {
  const known = [...series].map(([one, values]) => {
    const all = Array.from({ length: taken }, (_, slot) => values[slot] ?? '_')
    return [`      - series: '${one}'`, `        values: '${all.join(' ')}'`]
  })
  return [
    `  - name: '${name}'`,
    `    interval: ${everyMs / 1000}s`,
    '    input_series:',
    ...known.flat(),
    '    promql_expr_test:',
    ...fired.flatMap(asked),
  ].join('\n')
}

function asked({ alert, severity, before, at, after }) {
  const expr = `count by (alertname, severity) (ALERTS{alertname="${alert}", alertstate="firingAlerts", severity="${severity}"})`
  const silent = seconds => [`      - expr: ${expr}`, `        eval_time: ${seconds}s`, '        exp_samples: []']
  return [
    ...silent(before),
    `      - expr: ${expr}`,
    `        eval_time: ${at}s`,
    '        exp_samples:',
    `          - labels: '{alertname="${alert}", severity="${severity}"}'`,
    '            value: 1',
    ...(after === undefined ? [] : silent(after)),
  ]
}
