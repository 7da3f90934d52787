// In tests the name of a class is its key; no test finds elements by class.
export default new Proxy({}, { get: (_, name) => String(name) })
