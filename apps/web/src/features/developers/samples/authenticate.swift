import Foundation

let base = URL(string: "https://photos.example.com/v1")!
let token = "dm_your_token"

var request = URLRequest(url: base.appending(path: "albums"))
request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
let (data, response) = try await URLSession.shared.data(for: request)
print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))
