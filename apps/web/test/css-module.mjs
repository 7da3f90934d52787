// In tests a class is called as it is written; nothing finds things by class.
export default new Proxy({}, { get: (_, name) => String(name) })
