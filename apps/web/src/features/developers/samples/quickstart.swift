// Check your token
import Foundation

let base = URL(string: "https://photos.example.com/v1")!
let token = "dm_your_token"
let json = "application/json"

func call<Response: Decodable>(
    _ method: String, _ path: String, _ body: Data? = nil, type: String = json
) async throws -> Response {
    var request = URLRequest(url: base.appending(path: path))
    request.httpMethod = method
    request.httpBody = body
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    let (data, response) = try await URLSession.shared.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200..<300).contains(status) else {
        fatalError("\(status) \(String(decoding: data, as: UTF8.self))")
    }
    return try JSONDecoder().decode(Response.self, from: data)
}

struct TokenInfo: Decodable { let scopes: [String] }
let tokenInfo: TokenInfo = try await call("GET", "tokens/validate")
print(tokenInfo.scopes)

// Create an album
struct Album: Decodable { let id: String }
let title = try JSONEncoder().encode(["title": "First light"])
let album: Album = try await call("POST", "albums", title)

// Upload a photo
let boundary = UUID().uuidString
let formHead = """
    --\(boundary)\r
    Content-Disposition: form-data; name="album_id"\r
    \r
    \(album.id)\r
    --\(boundary)\r
    Content-Disposition: form-data; name="file"; filename="photo.jpg"\r
    Content-Type: image/jpeg\r
    \r

    """
let photo = try Data(contentsOf: URL(filePath: "photo.jpg"))
let form = Data(formHead.utf8) + photo + Data("\r\n--\(boundary)--\r\n".utf8)

struct Image: Decodable { let id: String, processing_status: String }
let image: Image = try await call(
    "POST", "images", form, type: "multipart/form-data; boundary=\(boundary)")
print(image.id, image.processing_status)

// Share it
struct Share: Decodable { let public_url: String }
let shareRequest = try JSONEncoder().encode(["album_id": album.id])
let share: Share = try await call("POST", "shares", shareRequest)
print(share.public_url)
