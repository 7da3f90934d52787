// Check your token
import Foundation

let base = URL(string: "https://photos.example.com/v1")!
let token = "dm_your_token"

func call<Answer: Decodable>(
    _ method: String, _ path: String, body: Data? = nil, type: String = "application/json"
) async throws -> Answer {
    var request = URLRequest(url: base.appending(path: path))
    request.httpMethod = method
    request.httpBody = body
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    request.setValue(type, forHTTPHeaderField: "Content-Type")
    let (data, response) = try await URLSession.shared.data(for: request)
    guard (response as? HTTPURLResponse)?.statusCode ?? 500 < 300 else {
        throw URLError(.badServerResponse, userInfo: ["answer": String(decoding: data, as: UTF8.self)])
    }
    return try JSONDecoder().decode(Answer.self, from: data)
}

struct Check: Decodable { let valid: Bool; let scopes: [String] }
let check: Check = try await call("GET", "tokens/validate")
print(check.scopes)

// Create an album
struct Album: Decodable { let id: String }
let album: Album = try await call("POST", "albums", body: Data(#"{"title": "First light"}"#.utf8))

// Upload a photo
let boundary = UUID().uuidString
var form = Data()
form.append(Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"album_id\"\r\n\r\n\(album.id)\r\n".utf8))
form.append(Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"photo.jpg\"\r\n".utf8))
form.append(Data("Content-Type: image/jpeg\r\n\r\n".utf8))
form.append(try Data(contentsOf: URL(filePath: "photo.jpg")))
form.append(Data("\r\n--\(boundary)--\r\n".utf8))

struct Image: Decodable { let id: String; let processing_status: String }
let image: Image = try await call("POST", "images", body: form, type: "multipart/form-data; boundary=\(boundary)")
print(image.id, image.processing_status)

// Share it
struct Share: Decodable { let public_url: String }
let wish = try JSONEncoder().encode(["album_id": album.id])
let share: Share = try await call("POST", "shares", body: wish)
print(share.public_url)
